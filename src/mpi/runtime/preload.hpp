#pragma once

namespace tutti::mpi {

/// Takes tutti out of LD_PRELOAD, where others stay. What a process starts from now on (a shell, another program of the
/// user's) is no process of MPI's, and loading tutti, and with it the MPI library, would only take it some milliseconds.
/// Processes that MPI spawns get their environment from the launcher.
void preload_no_children();

/// Before MPI starts: programs that this process starts from now on inherit its LD_PRELOAD, though nobody has named tutti for them.
/// They can tell that by is_inherited().
void mark_inheritance();

/// True if this program only inherits tutti from a process that has started MPI with it: by what mark_inheritance() has put into
/// the environment, or, if a program was given a copy of an older environment, by what it shows of an ancestor on the same host. False if
/// LD_PRELOAD has been set since. (LD_PRELOAD set to the same value anew cannot be told from an inherited one.)
bool is_inherited();

/// Replaces this process by the same program with the same arguments, without tutti. Returns if that is impossible. Only before `main`.
void run_without_tutti(char** arguments);

}  // namespace tutti::mpi
