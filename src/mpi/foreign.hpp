#pragma once

namespace tutti::mpi {

/// Ends the program with one sentence if the process runs another MPI library than the one this object is built for:
/// handles would be misread. Does nothing in a process without MPI.
void refuse_foreign_mpi();

}  // namespace tutti::mpi
