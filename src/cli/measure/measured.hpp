#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/measure/testbeds.hpp"
#include "cli/output/output.hpp"
#include "measure/campaign.hpp"

// A measurement campaign from the command line: several launches, a file that can be resumed, a progress bar.
namespace tutti::cli {

class command;

struct campaign_options {
  std::string name;     ///< of the subcommand: "tutti bench"
  std::string command;  ///< the user's command line
  testbed_options where;
  policy_options how;
  std::string file_option = "-o";
  std::string file;   ///< file of all times and factors; may be empty
  std::string total;  ///< total time, instead of the budget of each experiment
  int launches = 1;
  bool in_order = false;  ///< measure::campaign::in_order
  /// Files written after all measurements. They are checked for writability before.
  std::vector<std::string> results;
};
/// Adds a subcommand that measures. Moves the launcher's words, which are those after "--", from `arguments`,
/// the command line, to the options.
command add_measuring(command& tutti, const std::string& name, const std::string& description,
                      const std::string& help, campaign_options& into, std::vector<std::string>& arguments);
/// The same for a subcommand that cannot measure in virtual time.
command add_launching(command& tutti, const std::string& name, const std::string& description,
                      const std::string& help, campaign_options& into, std::vector<std::string>& arguments);
/// Adds the options of where, how and how often to measure. `file`: the option of the file of times:
/// "-o,--output", "--times".
void add_campaign_options(command& sub, campaign_options& into, const char* file);

/// New measurements and those of earlier runs, and the present number of processes.
struct measured {
  measure::measurements all;
  int p = 1;
};

/// Measures `contests` of a testbed (with or without an MPI library), in the number of launches that the
/// options give. Throws usage_error.
measured measure_campaign(
    const campaign_options& o,
    const std::function<std::vector<measure::contest>(const measure::testbed&)>& contests);

/// Refuses a file of times that could not be resumed, and output files that would overwrite each other or an
/// input. `results`: other output files. `from`: measurements. `read`: machines and models.
void require_own_outputs(const campaign_options& o, std::vector<destination> results,
                         const std::vector<std::string>& from = {}, std::vector<std::string> read = {});

/// For --from: nothing is measured, so this refuses options that say how to measure, except the number of
/// processes and `those`.
void require_only_reading(const command& sub, const campaign_options& o, std::vector<std::string> those);

/// True if the testbed has no MPI library.
bool in_virtual_time(const measure::testbed& r);

/// The measurements of the files in `from`, with --p processes or the largest number that they have. Without
/// files, measures as measure_campaign() does, and requires right results. Throws usage_error.
measured measured_or_read(
    const campaign_options& o, const std::vector<std::string>& from,
    const std::function<std::vector<measure::contest>(const measure::testbed&)>& contests);

/// Returns its argument. Throws std::runtime_error if an operation had a wrong result, since its times mean
/// nothing.
measured require_right_results(measured result);

}  // namespace tutti::cli
