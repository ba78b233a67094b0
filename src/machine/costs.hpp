#pragma once

#include <optional>

#include "tutti/machine/network.hpp"

namespace tutti {

/// What is assumed where nothing is known of a machine: between nodes the values of `machine`, within them a
/// quarter of these, with messages as MPI libraries send them.
network usual_machine();

/// Nominal values, where what was clocked must not count: processes of a node that share memory, as they are on present
/// processors; between nodes those of usual_machine(). `domains`: what are taken for nodes are domains of one node.
network nominal_machine(bool domains);

/// The same machine, with other costs of messages, wherever they go: seconds, and seconds a byte. Its own
/// where none is given. With another alpha, a fifth of it is overhead.
network with_costs(network on, std::optional<double> alpha, std::optional<double> beta);

}  // namespace tutti
