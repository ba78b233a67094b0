#pragma once

#include <optional>

#include "mpi/start/world.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

struct measured_machine {
  network machine;
  /// The machine while the processes of all nodes send at once, if its overheads then differ.
  std::optional<network> all_sending;
};

/// Measures an unknown machine by a few messages between a few processes: start-ups and seconds per byte
/// within a node and between nodes, the overheads, the eager limit, the order of arrival of a pair's
/// messages, the lanes of a node's link and of its memory, and the leaf switches. Takes some milliseconds, in
/// which most processes wait. The result is the same on all processes. Returns none if there is only one
/// process, or if the machine is too busy. Collective over MPI_COMM_WORLD.
std::optional<measured_machine> probe(const world& w);

}  // namespace tutti::mpi
