#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/launch/launcher.hpp"

namespace tutti::cli {

using variables = std::vector<std::pair<std::string, std::string>>;

/// The variables with which an MPI library lets its own algorithms be chosen while a program runs: Open MPI's
/// component "tuned" ignores its other variables without this one.
inline variables choosable_algorithms() { return {{"OMPI_MCA_coll_tuned_use_dynamic_rules", "1"}}; }

/// Returns `command` with options that set the variables for its ranks. Without a known launcher, the
/// variables go to `for_command` instead, for the environment of the command itself. With srun they go there,
/// too, since their values may contain commas. Only LD_PRELOAD does not, since srun itself must not load the
/// library. Throws usage_error if it is unclear which words belong to srun.
std::vector<std::string> with_variables(const launcher& l, const std::vector<std::string>& command,
                                        const variables& all, variables& for_command);

}  // namespace tutti::cli
