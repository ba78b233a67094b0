#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tutti::cli {

/// Whether a program defines MPI's functions itself, as one does that is linked with a static MPI library: a preloaded library does
/// not come before them. False for what cannot be read, is no 64-bit ELF file, or has lost its symbols.
bool defines_mpi(const std::filesystem::path& program);

/// The first word of a command line that names such a program, as a path or in PATH; empty if none does.
std::string program_with_own_mpi(const std::vector<std::string>& command);

}  // namespace tutti::cli
