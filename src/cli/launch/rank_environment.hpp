#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/launch/launcher.hpp"

namespace tutti::cli {

using variables = std::vector<std::pair<std::string, std::string>>;

/// Returns `command` with options that set the variables for its ranks. Without a known launcher, the
/// variables go to `for_command` instead, for the environment of the command itself. With srun, too, since
/// they may contain commas; only LD_PRELOAD does not, since srun itself must not load the library. Throws
/// usage_error if it is unclear which words belong to srun.
std::vector<std::string> with_variables(const launcher& l, const std::vector<std::string>& command,
                                        const variables& all, variables& for_command);

}  // namespace tutti::cli
