#pragma once

#include <string>

namespace tutti::cli {

/// Prints the algorithms that an MPI library, "openmpi" or "mpich", has itself for a collective (all
/// collectives if it is empty): starts the measuring program, which asks the library. `json`: for
/// programs. Throws usage_error.
void list_own_algorithms(const std::string& library, const std::string& of, bool json);

}  // namespace tutti::cli
