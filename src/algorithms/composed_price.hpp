#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Prices of what is composed of other algorithms.

/// One part: that algorithm on p processes.
inline cost price_of(const algorithm& part, int p, double bytes, int pieces = 1) {
  return part.price({.p = p, .bytes = bytes, .pieces = pieces});
}

/// One part between the nodes, in which all processes of a node take part at once.
inline cost price_of_lanes(const algorithm& part, const shape& s, double bytes, int pieces = 1) {
  cost c = price_of(part, s.node_count(), bytes, pieces);
  c.bytes *= s.sharing;
  return c;
}

}  // namespace tutti
