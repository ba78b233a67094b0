#pragma once

#include "select/settings.hpp"

namespace tutti::mpi {

/// Prints the settings and the machine's parameters on stderr.
void announce(const settings& user);

}  // namespace tutti::mpi
