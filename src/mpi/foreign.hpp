#pragma once

namespace tutti::mpi {

/// Ends the program with one sentence if the process runs another MPI library than the one this object is built for:
/// handles would be misread. Does nothing in a process without MPI.
void refuse_foreign_mpi();

/// To be called with the result of MPI_Init or its like: if that went well, tutti begins, unless it has. Collective over
/// MPI_COMM_WORLD.
int begun(int code);

}  // namespace tutti::mpi
