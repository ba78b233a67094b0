#pragma once

#include "mpi/observe/call_counts.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

/// Gathers what happened on all processes and writes it where the user wished. Collective over MPI_COMM_WORLD.
void report(const call_counts& here, const openings& opened, const settings& user);

}  // namespace tutti::mpi
