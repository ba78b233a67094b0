#pragma once

#include <string>
#include <string_view>

namespace tutti::mpi {

/// The file of a report or a trace as process 0 will write it, wherever the program goes in the meantime: the one that is named, or
/// one of its own in the folder that is named. Spawned processes, which inherit a file's name, have their own, too: app.json and
/// app.spawned-1234.json, after the process.
std::string output_file(const std::string& wish, std::string_view ending);

}  // namespace tutti::mpi
