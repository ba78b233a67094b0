#pragma once

#include <optional>

#include "mpi/start/world.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// What a few messages between a few processes show of a machine of which nothing else is known: start-ups and bytes within a
/// node and between nodes, the overhead, what is eager, whether a pair's messages come in order, lanes of a node's link and of its
/// memory. Collective over MPI_COMM_WORLD, some milliseconds, in which most processes wait; the same on all processes. None for a
/// single process.
std::optional<network> probe(const world& w);

}  // namespace tutti::mpi
