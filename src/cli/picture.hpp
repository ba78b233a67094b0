#pragma once

#include <string>

#include "cli/labelled_run.hpp"

namespace tutti::cli {

struct caption {
  std::string title, subtitle, legend;
  int root = -1;          ///< a row to mark; -1: none
  bool rounds = false;    ///< one unit of time is a round, and numbered as such
  bool animated = false;  ///< messages appear one round after the other, over and over
};

/// The space-time diagram as SVG: one row a process, time to the right, each message an arrow from its sender to a
/// label on its receiver's row, at the time when it has arrived. To the left of the rows, communication graph.
std::string space_time_diagram(const labelled_run& r, int p, const caption& c);

/// The same as text, one round (or one instant) under the other.
std::string rounds_as_text(const labelled_run& r, const caption& c);

}  // namespace tutti::cli
