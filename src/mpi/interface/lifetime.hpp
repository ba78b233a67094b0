#pragma once

#include "mpi/library/abi.hpp"

/// The start and the end of tutti, for programs that use sessions (sessions.cpp).
namespace tutti::mpi {

/// True if tutti must not begin, because processes may fail. The first process of `all` prints a message.
bool is_left_to_the_library(MPI_Comm all);
/// Begins tutti. A failure ends the job. Collective over all processes of the program, which are in
/// MPI_COMM_WORLD, or in a session of tutti's own that has begun.
void begin_in_world_model();
void begin_in_session();

/// Ends tutti, if it has begun, and its own session. MPI still works. Collective if there is a report or a
/// trace.
void end();
/// Begins tutti in MPI_COMM_WORLD, if all processes agree that it can begin there. Called if the program has
/// begun a session before. Collective over MPI_COMM_WORLD.
void begin_if_nothing_is_made();

}  // namespace tutti::mpi
