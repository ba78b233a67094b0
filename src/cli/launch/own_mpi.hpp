#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutti::cli {

/// True if a program defines MPI's functions itself, as with a static MPI library: then a preloaded library
/// cannot intercept them. False if the file cannot be read, is not a 64-bit ELF file, or is stripped.
bool defines_mpi(const std::filesystem::path& program);

/// The first word of a command line that names such a program, as a path or in PATH. Empty if there is none.
std::string program_with_own_mpi(const std::vector<std::string>& command);

}  // namespace tutti::cli
