#pragma once

#include "tutti/machine/network.hpp"

namespace tutti {

/// How short messages follow each other on a machine; `one_node`: all processes share one. Where messages
/// occupy both their ends (no overhead is known), a gap is a delivery.
loggp_levels logp_levels_of(const network& on, bool one_node);
/// For p processes where the network puts them.
bool on_one_node(const network& on, int p);

}  // namespace tutti
