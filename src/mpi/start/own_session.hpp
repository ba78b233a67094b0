#pragma once

#include "mpi/library/abi.hpp"

/// tutti's own session, for its communicators in programs that use sessions. These communicators do not
/// depend on the order in which the program's sessions end. Called by one thread at a time. There are no
/// sessions before MPI 4.
namespace tutti::mpi::own_session {

/// Begins the session, unless it has begun. No communication.
void open();
/// Ends the session, after its communicators have been freed.
void close() noexcept;
[[nodiscard]] bool is_open() noexcept;
/// True if several threads may call MPI at once in the session.
[[nodiscard]] bool allows_threads();
/// True if a group has all the processes of the program, in any order.
[[nodiscard]] bool are_all_processes(MPI_Group group);
/// Creates a communicator of all processes, or of this process alone. The communicator returns errors.
/// Collective over its processes.
MPI_Comm of_all(const char* name);
MPI_Comm of_self(const char* name);

}  // namespace tutti::mpi::own_session
