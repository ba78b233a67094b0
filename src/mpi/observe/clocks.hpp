#pragma once

#include <cstdint>

#include "mpi/start/world.hpp"
#include "record/clock.hpp"

namespace tutti::mpi {

/// The same moment on two clocks, in ticks of each: the clock of this process's node, and that of process 0's
/// node.
struct moment_of_clocks {
  std::uint64_t here = 0, first = 0;
};

/// Compares the clocks of all nodes with that of process 0's node, by the fastest of some dozen round trips.
/// The error is less than half the time of this round trip. The result is valid on the first process of each
/// node. On process 0's node, both clocks are the same. Collective over MPI_COMM_WORLD.
moment_of_clocks compare_clocks(const world& w);

/// Returns the line that converts a node's ticks to seconds since process 0's clock showed `start`. The line
/// goes through two such moments, so the drift between the clocks is spread evenly.
record::time_line line_through(const moment_of_clocks& one, const moment_of_clocks& other,
                               std::uint64_t start, double seconds_a_tick);

}  // namespace tutti::mpi
