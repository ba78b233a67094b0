#pragma once

#include <atomic>

#include "mpi/library/abi.hpp"

/// The program's sessions, and whether MPI runs without them.
namespace tutti::mpi::sessions {

/// The program has begun a session.
extern constinit std::atomic<bool> used;
/// The number of sessions that have begun and not ended.
extern constinit std::atomic<int> open;

/// True between MPI_Init and MPI_Finalize.
inline bool world_model_runs() noexcept {
  int initialized = 0, finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}
/// True if the program can call MPI.
inline bool mpi_runs() noexcept { return open.load(std::memory_order_relaxed) > 0 || world_model_runs(); }

/// Called before MPI_Init. It waits while tutti begins in another thread.
void world_model_begins();

}  // namespace tutti::mpi::sessions
