#pragma once

#include <optional>

#include "tutti/machine/network.hpp"

namespace tutti {

/// The machine that is assumed if no machine is known: between nodes the values of `machine`, within nodes a
/// quarter of these; eager and rendezvous messages as in MPI libraries.
network usual_machine();

/// Nominal values, for use where measured ones must not matter: within nodes, those of shared memory on
/// current processors; between nodes, those of usual_machine(). `domains`: the nodes are cache domains of one
/// real node.
network nominal_machine(bool domains);

/// The same machine with another start-up alpha (seconds) and another beta (seconds a byte) for all messages.
/// Without a value, its own costs stay. A new alpha sets the overhead to a fifth of it.
network with_costs(network on, std::optional<double> alpha, std::optional<double> beta);

}  // namespace tutti
