#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// The environment, from which the settings are read; empty if the program has elevated privileges (setuid,
/// file capabilities): its user must not choose files that it reads and writes, or code that it loads.
const char* const* user_environment() noexcept;

/// The user's settings: at first this process's own, then those of process 0, once all processes have agreed
/// on them.
settings& user_settings();

}  // namespace tutti::mpi
