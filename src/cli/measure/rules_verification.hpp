#pragma once

#include <string>
#include <vector>

#include "cli/measure/measured.hpp"
#include "measure/rules.hpp"
#include "measure/statistics.hpp"

// Fresh launches with a file of rules and without it, in turn, to compare an MPI library with itself.
namespace tutti::cli {

struct verified_probe {
  measure::rule_probe at;
  double native = 0, ruled = 0;  ///< medians, in seconds
  measure::comparison compared;  ///< of the launches with the file to those without
  /// The failure with the file, "wrong results" or how the program ended; empty if nothing failed.
  std::string failed;
};

/// The launches of each side: as many as --launches, at least three.
int launches_to_verify(const campaign_options& o);
/// Measures the MPI library at these points, with tutti switched off. `files`: the variables by which the
/// library reads the file. `p`: the number of processes of the rules. Throws usage_error if the launcher
/// starts another number, and std::runtime_error if the program ends without the file, too.
std::vector<verified_probe> verify_rules(const campaign_options& o, int p, const variables& files,
                                         const std::vector<measure::rule_probe>& probes);

/// True if calls of a size without a rule fail with the file, or are surely slower by more than 3 %.
bool harmed(const verified_probe& v);

std::string table_of_probes(const std::vector<verified_probe>& all);

}  // namespace tutti::cli
