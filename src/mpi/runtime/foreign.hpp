#pragma once

namespace tutti::mpi {

/// Ends the program with one sentence if the process runs another MPI library than the one this object is built for:
/// handles would be misread. Does nothing in a process without MPI. (A program that was linked with the other library and only
/// inherits this object from a process that started it has been started again without it: foreign.cpp.)
void refuse_foreign_mpi();

}  // namespace tutti::mpi
