#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/launch/run_variables.hpp"
#include "cli/launch/watch.hpp"

namespace tutti::cli {

/// A run that has ended.
struct ended_run {
  program_end end;
  int jobs = 0;        ///< that tutti has seen in it
  double seconds = 0;  ///< of the launcher's command
};
/// Runs the command once with these options.
using runner = std::function<ended_run(const run_options&)>;

/// The options of a run that passes every call to the MPI library.
run_options native_options(const run_options& o);

/// True if --report names a file for the comparison.
bool writes_comparison(const run_options& o);

/// Runs a command natively and with tutti in turn, o.compared times each. Prints the comparison, or writes it
/// to the file of --report. ^C ends the runs; those that have ended are compared. Throws exit_status if a run
/// has failed.
void compare_runs(const run_options& o, const std::vector<std::string>& command, const runner& run);

/// Throws usage_error for options that --compare cannot have.
void require_comparable(const run_options& o);

}  // namespace tutti::cli
