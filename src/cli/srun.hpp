#pragma once

#include <string>
#include <vector>

#include "cli/launcher.hpp"

namespace tutti::cli {

/// Returns the command line of srun, `command`, with options that set `all` variables for the ranks of each
/// of its programs ("srun ... : ..."). srun uses the last --export of a program, else that of the program
/// before, else SLURM_EXPORT_ENV: the user's exports are kept, and ours are added. Values are passed in
/// srun's own environment, `own`, since they may contain commas. LD_PRELOAD is not, since srun itself must
/// not load the library. Throws usage_error if it is unclear which words belong to srun.
std::vector<std::string> with_exports(const std::vector<std::string>& command, const variables& all,
                                      variables& own);

}  // namespace tutti::cli
