#pragma once

#include <optional>

#include "tutti/machine/network.hpp"

namespace tutti {

/// What is assumed where nothing is known of a machine: between nodes the values of `machine`, within them a
/// quarter of these, with messages as MPI libraries send them.
network usual_machine();

/// The same machine, with other costs of messages, wherever they go: seconds, and seconds a byte. Its own
/// where none is given. With another alpha, a fifth of it is overhead.
network with_costs(network on, std::optional<double> alpha, std::optional<double> beta);

}  // namespace tutti
