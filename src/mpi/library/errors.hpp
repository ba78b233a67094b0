#pragma once

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// Returns the error code of one request. `returned` is the result of MPI_Waitall or MPI_Testsome for several
/// requests.
int code_of(int returned, const MPI_Status& status) noexcept;

/// True if an error on the communicator ends the program. False for MPI_COMM_NULL.
bool ends_the_program(MPI_Comm comm);

}  // namespace tutti::mpi
