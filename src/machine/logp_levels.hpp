#pragma once

#include "tutti/machine/network.hpp"

namespace tutti {

/// The LogGP parameters of a machine within and between nodes. `one_node`: all processes share one node. If
/// messages occupy both their ends (no overhead is known), the gap is the whole start-up.
loggp_levels logp_levels_of(const network& on, bool one_node);
/// True if the network places p processes on one node.
bool on_one_node(const network& on, int p);

}  // namespace tutti
