#pragma once

#include <string>
#include <vector>

#include "cli/predict/replay_words.hpp"

namespace tutti::cli {

/// The output of `tutti replay`: the first line, tables, and notes below them.
std::string replay_text(const shown_replay& r, const std::vector<replay::line>& lines,
                        std::size_t most_lines);

}  // namespace tutti::cli
