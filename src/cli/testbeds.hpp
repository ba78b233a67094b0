#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/networks.hpp"
#include "measure/progress.hpp"
#include "measure/testbed.hpp"

// Where a subcommand measures: under mpirun, by starting mpirun, or in virtual time.
//
//   mpirun -n 4 tutti bench ...          each of the four becomes, or starts, the measuring program of its MPI
//   tutti bench ... -- mpirun -n 4       starts the measuring program so
//   tutti bench ... --p 64 --model ...   virtual time
namespace tutti::cli {

class command;

struct testbed_options {
  std::string p, mpi_name, program;
  network_options on;
  std::vector<std::string> launcher;  ///< what stood behind "--"
};

void add_testbed_options(command& sub, testbed_options& into);
std::string testbed_help();

/// Takes what stands behind "--" out of the arguments of the subcommand `name`.
std::vector<std::string> cut_launcher(std::string_view name, std::vector<std::string>& arguments);

/// The testbed. Under mpirun it is given to the process of rank 0 only: the others do not return from here, they become the
/// measuring program. Throws usage_error.
std::unique_ptr<measure::testbed> make_testbed(const testbed_options& o);
/// Whether there may be several launches: not under mpirun, which is one.
bool starts_itself(const testbed_options& o);

/// The options of measure::policy.
struct policy_options {
  measure::policy how;
  std::string repetitions, budget;
  bool no_check = false, show_progress = false, no_progress = false;
};
void add_policy_options(command& sub, policy_options& into);
/// Throws usage_error.
measure::policy policy_from(const policy_options& o);
measure::progress::show progress_from(const policy_options& o);

}  // namespace tutti::cli
