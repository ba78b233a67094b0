#pragma once

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// The code of one of several requests; what MPI_Waitall or MPI_Testsome has returned is of them all.
int code_of(int returned, const MPI_Status& status) noexcept;

/// True if an error on the communicator ends the program.
bool ends_the_program(MPI_Comm comm);

}  // namespace tutti::mpi
