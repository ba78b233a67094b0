#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/lines.hpp"
#include "replay/virtual_machine.hpp"

namespace tutti::cli {

/// The contents of the output of `tutti replay`.
struct shown_replay {
  const replay::recorded_run& run;
  const replay::virtual_machine& on;
  const replay::results& results;
  const std::vector<replay::line>& lines;
  bool elsewhere;  ///< the run is replayed on other nodes, or computes faster or slower, than it was recorded
};

/// The first line: the replay by the algorithms that ran, compared with the measured run.
std::string replay_verdict(const shown_replay& r);
/// The tables, and notes below them.
std::string replay_text(const shown_replay& r, std::size_t most_lines);
nlohmann::ordered_json replay_json(const shown_replay& r);

}  // namespace tutti::cli
