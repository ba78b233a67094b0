#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"

// Which experiments the user names.
namespace tutti::cli {

class command;

struct experiment_options {
  /// "bcast", "bcast.circulant", "ping_pong"; "collectives", "regular", "irregular", "patterns".
  std::vector<std::string> what;
  std::vector<std::string> by, made{"call"}, problems{"same"}, layouts{"contiguous"}, ops, neighbours, graphs;
  std::string bytes, each, root = "0";
};
void add_experiment_options(command& sub, experiment_options& into);
/// Refuses an option that nothing of what is named takes: --op beside bcast. Throws usage_error.
void require_takers(const command& sub, const experiment_options& o);

/// A contest for each problem and size: all implementations of it, in alternation. Sizes that --each gives are of blocks,
/// and become totals among p processes. `native`: whether there is an MPI library to be measured. Throws usage_error.
std::vector<measure::contest> contests_from(const experiment_options& o, int p, bool native);

}  // namespace tutti::cli
