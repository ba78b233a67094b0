#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/output.hpp"
#include "cli/testbeds.hpp"
#include "measure/campaign.hpp"

// A campaign from the command line: several launches, a file that is gone on with, progress.
namespace tutti::cli {

class command;

struct campaign_options {
  std::string name;     ///< of the subcommand: "tutti bench"
  std::string command;  ///< what the user said
  testbed_options where;
  policy_options how;
  std::string file_option = "-o";
  std::string file;   ///< all times and factors; may be empty
  std::string total;  ///< instead of the budget of each experiment
  int launches = 1;
  /// Written when all is measured: whether they can be is found out before.
  std::vector<std::string> results;
};
/// Where, how, how often, and `file`, the name of the option of the file of times: "-o,--output", "--times".
void add_campaign_options(command& sub, campaign_options& into, const char* file);

/// What was measured, now and before, and among how many processes now.
struct measured {
  measure::measurements all;
  int p = 1;
};

/// Measures what `contests` makes for the processes there are, with or without an MPI library, in as many launches as are
/// asked for. Throws usage_error.
measured measure_campaign(
    const campaign_options& o,
    const std::function<std::vector<measure::contest>(const measure::testbed&)>& contests);

/// Refuses a file of times that could not be resumed, and files that would overwrite each other, or what is
/// read: `from`, machines and models. `results` are the other files that are written.
void require_own_outputs(const campaign_options& o, std::vector<destination> results,
                         const std::vector<std::string>& from = {}, std::vector<std::string> read = {});

/// With --from nothing is measured: refuses what says how to, but for the number of processes and `those`.
void require_only_reading(const command& sub, const campaign_options& o, std::vector<std::string> those);

/// What these files hold, and the number of processes that is asked for (empty: the only one, or the most). Throws usage_error.
measured measured_before(const std::vector<std::string>& files, const std::string& wished);

/// Whether a testbed has no MPI library.
bool in_virtual_time(const measure::testbed& r);

/// Returns them. Throws std::runtime_error where a result was wrong: such times say nothing.
measured require_right_results(measured found);

}  // namespace tutti::cli
