#pragma once

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// The error code of one request, where `returned` is the result of MPI_Waitall or MPI_Testsome for several.
int code_of(int returned, const MPI_Status& status) noexcept;

/// True if an error on the communicator ends the program. False for MPI_COMM_NULL.
bool ends_the_program(MPI_Comm comm);

}  // namespace tutti::mpi
