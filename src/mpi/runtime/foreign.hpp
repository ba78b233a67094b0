#pragma once

namespace tutti::mpi {

/// Ends the program with an error message if the process runs another MPI library than the one this object is
/// built for, because handles would be misread. Does nothing in a process without MPI. (A program that was
/// linked with the other library and merely inherits this object has already been restarted without it: see
/// foreign.cpp.)
void refuse_foreign_mpi();

}  // namespace tutti::mpi
