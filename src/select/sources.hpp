#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "select/settings.hpp"

// The files that settings name. One process reads them, all take what it read.
namespace tutti {

/// The text of a file. Otherwise none, and a warning that names the variable; with TUTTI=off, which lets nothing be chosen by it,
/// there is none, here and below.
std::optional<std::string> read_source(settings& s, std::string_view variable, const std::string& file);

/// Chooses for the machine that the text describes. A text that is refused leaves a warning and changes
/// nothing.
void take_machine(settings& s, std::string_view text);
/// Chooses by the plan. As above.
void take_plan(settings& s, std::string_view text);
/// Reads all files that the settings name, whatever the MPI library.
void take_files(settings& s);
/// Chooses by the profile, if it was measured with this MPI library. As above.
void take_profile(settings& s, std::string_view text, std::string_view mpi);

}  // namespace tutti
