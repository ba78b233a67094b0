#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// Says on stderr what was set up.
void announce(const settings& user);

}  // namespace tutti::mpi
