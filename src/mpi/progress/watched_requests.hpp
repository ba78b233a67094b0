#pragma once

#include <atomic>

namespace tutti::mpi {

/// How many requests of the program's have to be looked for in each call of MPI's that completes requests: those of non-blocking calls in
/// check mode (pending.hpp), and those of calls that the MPI library serves, for the report (native_posts.hpp).
extern constinit std::atomic<int> watched_requests;

/// True if the MPI_Wait that programs and tools call, and its like, are those of this object. They are not in a simulator, nor in a program
/// that was linked with the MPI library first.
bool completions_are_seen();

}  // namespace tutti::mpi
