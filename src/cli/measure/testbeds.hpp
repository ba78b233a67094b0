#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/launch/rank_environment.hpp"
#include "cli/output/progress.hpp"
#include "cli/values/networks.hpp"
#include "measure/remote_testbed.hpp"

// The places where a subcommand can measure: under mpirun, by starting mpirun, or in virtual time.
//
//   mpirun -n 4 tutti bench ...          each of the four becomes or starts its MPI's measuring program
//   tutti bench ... -- mpirun -n 4       starts the measuring program in this way
//   tutti bench ... --p 64 --model ...   virtual time
namespace tutti::cli {

class command;

struct testbed_options {
  std::string p, mpi_name, program;
  network_options on;
  std::vector<std::string> launcher;  ///< the words after "--"
  variables environment;              ///< variables of the ranks, besides those of tutti
};

void add_testbed_options(command& sub, testbed_options& into);

/// Makes the testbed. Under mpirun, only the process of rank 0 returns from here: the others become the
/// measuring program. Throws usage_error.
std::unique_ptr<measure::testbed> make_testbed(const testbed_options& o);

/// Starts the measuring program by the launcher, which must be given. Throws usage_error.
std::unique_ptr<measure::remote_testbed> launched_testbed(const testbed_options& o);

/// The options of measure::policy.
struct policy_options {
  measure::policy how;
  std::string repetitions, budget;
  bool precision_given = false;
  bool no_check = false;
  progress_options progress;
};
void add_policy_options(command& sub, policy_options& into);
/// Throws usage_error.
measure::policy policy_from(const policy_options& o);

}  // namespace tutti::cli
