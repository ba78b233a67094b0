#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// The user's settings: this process's own, until all processes have agreed on those of process 0.
settings& user_settings();

}  // namespace tutti::mpi
