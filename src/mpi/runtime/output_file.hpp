#pragma once

#include <string>
#include <string_view>

namespace tutti::mpi {

/// True if another program has started this one by MPI_Comm_spawn.
bool is_spawned();

/// Returns the path of a report or a trace: the named file, or, if a folder is named, a file in that folder
/// with a name of its own. The path is absolute, so that process 0 can write the file even if the program
/// changes its working directory. Spawned processes inherit the name, so they get a file of their own, named
/// after the process: app.spawned-1234.json instead of app.json. Returns "" and "1" unchanged.
std::string output_file(const std::string& requested, std::string_view ending);

}  // namespace tutti::mpi
