#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/rigs.hpp"
#include "measure/campaign.hpp"

// A campaign from the command line: several launches, a file that is gone on with, progress.
namespace tutti::cli {

struct campaign_options {
  std::string name;     ///< of the subcommand: "tutti bench"
  std::string command;  ///< what the user said
  std::string file;     ///< all times and factors; may be empty
  std::string total;    ///< instead of the budget of each experiment
  int launches = 1;
};
void add_campaign_options(CLI::App& sub, campaign_options& into);

/// What was measured, now and before, and among how many processes now.
struct measured {
  measure::measurements all;
  int p = 1;
};

/// Measures what `contests` makes for p processes, with or without an MPI library, in as many launches as are asked for. Throws
/// usage_error.
measured measure_campaign(const campaign_options& o, const rig_options& where, const policy_options& how,
                          const std::function<std::vector<measure::contest>(int p, bool native)>& contests);

}  // namespace tutti::cli
