#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/predict/replay_words.hpp"

namespace tutti::cli {

/// The output of `tutti replay --json`, with these lines.
nlohmann::ordered_json replay_json(const shown_replay& r, const std::vector<replay::line>& lines);

/// The data of a replay for a page: those of replay_json(), and instead of "lines" one such list for each
/// grouping: "size", "site", "communicator".
nlohmann::ordered_json replay_data(const shown_replay& r);

}  // namespace tutti::cli
