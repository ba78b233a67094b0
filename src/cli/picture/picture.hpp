#pragma once

#include <string>

#include "cli/picture/labelled_run.hpp"
#include "tutti/cost.hpp"

namespace tutti::cli {

struct caption {
  std::string title, subtitle, legend;
  int root = -1;          ///< rank of the row to mark; -1: none
  bool rounds = false;    ///< one unit of time is one round; numbers the rounds
  bool animated = false;  ///< shows messages round by round, in an endless loop
  /// Draws overheads as bars on the rows of both ends, and the gap after a send; null: no overheads
  const loggp* overheads = nullptr;
};

/// Draws a space-time diagram as SVG: a row for each process, time to the right. Each message is an arrow
/// from its sender to a label on its receiver's row, at the time of arrival. The communication graph is to
/// the left of the rows.
std::string space_time_diagram(const labelled_run& r, int p, const caption& c);

/// The same as text, round by round (or by time of start).
std::string rounds_as_text(const labelled_run& r, const caption& c);

}  // namespace tutti::cli
