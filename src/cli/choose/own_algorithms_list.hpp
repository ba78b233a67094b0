#pragma once

#include <string>

namespace tutti::cli {

/// Prints the algorithms that an MPI library, "openmpi" or "mpich", itself has for a collective, or for all
/// collectives if `of` is empty. Starts the measuring program, which asks the library. `json`: for programs.
/// Throws usage_error.
void list_own_algorithms(const std::string& library, const std::string& of, bool json);

}  // namespace tutti::cli
