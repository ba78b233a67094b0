#pragma once

namespace tutti::mpi {

/// Takes tutti out of LD_PRELOAD, where others stay. What a process starts from now on (a shell, another program of the
/// user's) is no process of MPI's, and loading tutti, and with it the MPI library, would only take it some milliseconds.
/// Processes that MPI spawns get their environment from the launcher.
void preload_no_children();

}  // namespace tutti::mpi
