#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// The environment, from which the settings are read; nothing if the program has raised rights (setuid, file
/// capabilities): its user must not choose files that it reads and writes, or code that it loads.
const char* const* user_environment() noexcept;

/// The user's settings: this process's own, until all processes have agreed on those of process 0.
settings& user_settings();

}  // namespace tutti::mpi
