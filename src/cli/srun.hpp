#pragma once

#include <string>
#include <vector>

#include "cli/launcher.hpp"

namespace tutti::cli {

/// The command line of srun, `command`, with `all` variables for the ranks of each of its programs ("srun ... : ...").
/// srun follows the last --export of a program, or that of the program before it, or SLURM_EXPORT_ENV: what the user has it
/// pass on is still passed on, and ours besides. Values go by way of srun's own environment, `own`, where they may have
/// commas; but for LD_PRELOAD, which srun itself is not to load. Throws usage_error where it cannot be told which words are
/// srun's.
std::vector<std::string> with_exports(const std::vector<std::string>& command, const variables& all,
                                      variables& own);

}  // namespace tutti::cli
