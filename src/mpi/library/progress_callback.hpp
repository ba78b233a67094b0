#pragma once

/// Open MPI's functions for callbacks, which are called while Open MPI waits. The functions belong to its
/// lower library, OPAL, and have no header. Other MPI libraries lack them.
namespace tutti::mpi::progress_callback {

using callback = int (*)();  ///< returns how many events it has seen

/// True if the loaded MPI library has them.
bool available();
/// Throws failure.
void add(callback called);
void remove(callback called) noexcept;
/// Lets the MPI library make progress once. False if it has no such function.
bool run_progress();

}  // namespace tutti::mpi::progress_callback
