#pragma once

#include "mpi/observe/call_counts.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

/// Notes the start of the program's time, which is the end of MPI_Init.
void begin_report() noexcept;

/// Gathers the counts of all processes and writes the report where the user requested it. Collective over
/// MPI_COMM_WORLD.
void report(const call_counts& here, const openings& opened, const settings& user);

}  // namespace tutti::mpi
