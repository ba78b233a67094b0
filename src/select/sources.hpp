#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "select/settings.hpp"

// The files that settings name. One process reads them and sends their contents to the others.
namespace tutti {

/// Returns the text of a file. If it cannot be read, returns none and adds a warning that names the variable.
/// No function here warns with TUTTI=off, since nothing is chosen then.
std::optional<std::string> read_source(settings& s, std::string_view variable, const std::string& file);

/// Uses the machine that the text describes. A refused text leaves a warning and changes nothing.
void take_machine(settings& s, std::string_view text);
/// Uses the plan. Errors as above.
void take_plan(settings& s, std::string_view text);
/// Returns the text of the file that settings::learned_file names; none if there is no text yet. If it cannot
/// be read, also clears the name, so that the file is not replaced.
std::optional<std::string> read_learned_source(settings& s);
/// Uses what earlier runs have learned with this MPI library. Errors as above; then the file is not replaced.
void take_learned(settings& s, std::string_view text, std::string_view mpi);
/// Reads all files that the settings name, for any MPI library.
void take_files(settings& s);
/// Uses the profile, if it was measured with this MPI library. Errors as above.
void take_profile(settings& s, std::string_view text, std::string_view mpi);

}  // namespace tutti
