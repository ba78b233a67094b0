#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"

// The experiments that the user names.
namespace tutti::cli {

class command;

struct experiment_options {
  /// "bcast", "bcast.circulant", "ping_pong"; "collectives", "regular", "irregular", "patterns".
  std::vector<std::string> what;
  std::vector<std::string> by, made{"call"}, problems{"same"}, layouts{"contiguous"}, ops, neighbours, graphs,
      communicators{"world"};
  std::string bytes, each, root = "0";
};
void add_experiment_options(command& sub, experiment_options& into);
/// True if --by names an algorithm of the MPI library itself, so that the ranks need choosable_algorithms().
bool names_own_algorithms(const experiment_options& o) noexcept;
/// Throws usage_error for an option that no named operation takes, such as --op with bcast.
void require_takers(const command& sub, const experiment_options& o);

/// Makes a comparison for each problem and size, in which all implementations run in alternation. Sizes of
/// --each are those of blocks, and become totals among p processes. `native`: there is an MPI library to
/// measure. Throws usage_error.
std::vector<measure::contest> contests_from(const experiment_options& o, int p, bool native);

}  // namespace tutti::cli
