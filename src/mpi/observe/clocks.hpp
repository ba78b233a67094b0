#pragma once

#include <cstdint>

#include "mpi/start/world.hpp"
#include "record/clock.hpp"

namespace tutti::mpi {

/// One moment by the clock of this process's node and by that of process 0's, ticks of each.
struct moment_of_clocks {
  std::uint64_t here = 0, first = 0;
};

/// Compares the clocks of all nodes with process 0's, by the fastest of some dozen messages there and back: wrong by less than half
/// of its time. Known to the first process of each node; on process 0's own node both are the same. Collective over MPI_COMM_WORLD.
moment_of_clocks compare_clocks(const world& w);

/// What a node's ticks are as seconds since process 0's clock showed `start`, between and around two such moments: what clocks drift
/// apart is spread evenly.
record::time_line line_through(const moment_of_clocks& one, const moment_of_clocks& other,
                               std::uint64_t start, double seconds_a_tick);

}  // namespace tutti::mpi
