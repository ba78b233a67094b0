#pragma once

namespace tutti::mpi {

/// Removes tutti from LD_PRELOAD; other libraries stay. Programs that this process starts from now on (a
/// shell, another user program) are not MPI processes: loading tutti, and with it the MPI library, would only
/// cost them some milliseconds. Processes that MPI spawns get their environment from the launcher.
void preload_no_children();

/// Called before MPI starts: marks LD_PRELOAD as inherited for programs that this process starts from now on.
/// These programs detect the mark by is_inherited().
void mark_inheritance();

/// True if this program merely inherits tutti from a process that has started MPI with it. It reads the mark
/// of mark_inheritance() in the environment, or, if the program got a copy of an older environment, looks up
/// its ancestors on this host in /proc. False if LD_PRELOAD has been changed since. (Setting it to the same
/// value again cannot be detected.)
bool is_inherited();

/// Replaces this process by the same program with the same arguments, without tutti. Returns if that is
/// impossible. Must be called before `main`.
void run_without_tutti(char** arguments);

}  // namespace tutti::mpi
