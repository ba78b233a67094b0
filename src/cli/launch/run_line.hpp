#pragma once

#include <string>
#include <vector>

#include "cli/launch/run_variables.hpp"
#include "cli/line/command_line.hpp"

// The command line of tutti run.
namespace tutti::cli {

void add_run_options(command& sub, run_options& o);

/// Removes the launcher's command from "run ... mpirun ...", beginning with "--" or with the first word that
/// is not an option of ours. So the launcher's options are never taken for ours.
std::vector<std::string> cut_command(const command& sub, std::vector<std::string>& arguments);

/// Converts the options to the form that the program needs.
void complete(run_options& o);

/// Refuses a launcher's command that cannot be one, and options that make others meaningless. Throws
/// usage_error.
void require_command(const run_options& o, const std::vector<std::string>& command);
void require_sense(const run_options& o);

}  // namespace tutti::cli
