#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// The settings that everything is decided by: this process's own, until all processes have agreed on those of process 0.
settings& user_settings();

}  // namespace tutti::mpi
