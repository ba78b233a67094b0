#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/measure/program_calls.hpp"
#include "select/thresholds.hpp"
#include "tutti/machine/network.hpp"

// tutti tune --for: the MPI library's own algorithms, and the file by which the library itself chooses
// among them.
namespace tutti::cli {

struct library_tuning {
  std::string library;  ///< "openmpi" or "mpich"
  campaign_options all;
  experiment_options what;
  std::vector<std::string> from;       ///< earlier measurements, instead of new ones
  std::optional<program_calls> calls;  ///< measures these instead of `what`
  hysteresis steady;
  std::size_t finalists = 3;       ///< of a contest, besides native and tutti
  bool only_commutative = false;   ///< no program has operators that do not commute
  std::optional<network> machine;  ///< shows the lower bounds of this machine
  std::string output;
};

/// The name of the second file of rules, which is written if the library needs it: "rules.conf" gives
/// "rules.han.conf" for Open MPI, "rules.json" gives "rules.composition.json" for MPICH.
std::string second_file(const library_tuning& o);

/// Measures, writes the file, and verifies it in fresh launches. Throws usage_error.
void tune_library(const library_tuning& o);

}  // namespace tutti::cli
