#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/rigs.hpp"
#include "measure/campaign.hpp"

// Measuring what a subcommand needs: all launches of a campaign, into a file if there is one, with a bar.
namespace tutti::cli {

struct launch_options {
  rig_options where;
  policy_options how;
  std::string file;  ///< raw times, gone on with; empty: none
  std::string command;
  int launches = 1;
};
void add_launch_options(CLI::App& sub, launch_options& into);

/// Measures what `contests` names for the processes there are. `called`: the subcommand, for what is said. Returns all that was
/// measured now and that the file had before; `p` becomes the number of processes. Throws usage_error.
measure::measurements measure_launches(
    const launch_options& o, const char* called,
    const std::function<std::vector<measure::contest>(const measure::rig&)>& contests, int& p);

/// Whether a rig has no MPI library.
bool in_virtual_time(const measure::rig& r);

/// Measurements of these files, and the number of processes that is asked for (empty: the only one, or the most). Throws
/// usage_error.
measure::measurements measured_before(const std::vector<std::string>& files, const std::string& wished,
                                      int& p);

/// Writes a whole file, or standard output where the name is "-". Throws std::runtime_error.
void write_text(const std::string& file, const std::string& text);

}  // namespace tutti::cli
