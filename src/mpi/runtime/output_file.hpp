#pragma once

#include <string>
#include <string_view>

namespace tutti::mpi {

/// True if another program has started this one by MPI_Comm_spawn.
bool is_spawned();

/// Returns the absolute path of a report or a trace, so that process 0 can write it even if the program
/// changes its working directory: the named file, or, if a folder is named, a file of its own in it. Spawned
/// processes inherit the name, so they get a file of their own, named after the process:
/// app.spawned-1234.json instead of app.json. Returns "" and "1" unchanged.
std::string output_file(const std::string& requested, std::string_view ending);

}  // namespace tutti::mpi
