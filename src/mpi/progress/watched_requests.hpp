#pragma once

#include <atomic>

namespace tutti::mpi {

/// The number of the program's requests that MPI_Wait and similar calls must look for: requests of
/// non-blocking calls and of sends in check mode (pending.hpp, posted_sends.hpp) and, for the report, of
/// calls that the MPI library serves (native_posts.hpp).
extern constinit std::atomic<int> watched_requests;

/// True if MPI_Wait and similar calls of programs and tools reach this object. They do not in a simulator,
/// nor in a program that was linked with the MPI library first.
bool completions_are_seen();

}  // namespace tutti::mpi
