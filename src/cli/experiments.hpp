#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"

// Which experiments the user names, and how their times are shown.
namespace tutti::cli {

class command;

struct experiment_options {
  std::vector<std::string>
      what;  ///< "bcast", "bcast.circulant", "ping_pong"; "collectives", "regular", "irregular", "patterns"
  std::vector<std::string> by, made{"call"}, problems{"same"}, layouts{"contiguous"}, ops, neighbours, graphs;
  std::string bytes, each, root = "0";
};
void add_experiment_options(command& sub, experiment_options& into);

/// A contest for each problem and size: all implementations of it, in alternation. Sizes that --each gives are of blocks,
/// and become totals among p processes. `native`: whether there is an MPI library to be measured. Throws usage_error.
std::vector<measure::contest> contests_from(const experiment_options& o, int p, bool native);

/// "8", "8,1K", "8..1M": steps of about three, 8 24 80 240 800 ..., so that not all sizes are powers of two.
std::vector<std::size_t> size_steps(std::string_view what, std::string_view text);

/// The table: a line for each experiment, with its ratio to the first of its contest.
std::string times_as_table(const measure::measurements& found, int p);

}  // namespace tutti::cli
