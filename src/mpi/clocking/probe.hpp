#pragma once

#include <optional>

#include "mpi/start/world.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

struct measured_machine {
  network machine;
  /// The same, if overheads differ while the processes of all nodes send at once.
  std::optional<network> all_sending;
};

/// Measures an unknown machine by a few messages between a few processes: start-ups and seconds a byte within
/// a node and between nodes, the overheads, the eager limit, the order of arrival of a pair's messages, the
/// lanes of a node's link and of its memory, leaf switches. Takes some milliseconds, in which most processes
/// wait. The result is the same on all processes. None if there is only one process, or if the machine is too
/// busy. Collective over MPI_COMM_WORLD.
std::optional<measured_machine> probe(const world& w);

}  // namespace tutti::mpi
