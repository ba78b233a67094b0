#pragma once

#include "mpi/library/abi.hpp"

/// A session of tutti's own, for its communicators in programs that use sessions. These communicators do not
/// depend on which of the program's sessions end first. Called by one thread at a time. There are no sessions
/// before MPI 4.
namespace tutti::mpi::own_session {

/// Begins the session, unless it has begun. No communication.
void open();
/// Ends it. Its communicators have been freed.
void close() noexcept;
[[nodiscard]] bool is_open() noexcept;
/// True if the session's threads may all call MPI at once.
[[nodiscard]] bool allows_threads();
/// True if a group has all the processes of the program, in any order.
[[nodiscard]] bool are_all_processes(MPI_Group group);
/// Creates a communicator of all processes, or of this process alone. It returns errors. Collective over
/// them.
MPI_Comm of_all(const char* name);
MPI_Comm of_self(const char* name);

}  // namespace tutti::mpi::own_session
