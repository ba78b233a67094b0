#pragma once

#include <algorithm>

#include "tutti/algorithm.hpp"

namespace tutti {

// Prices of what is composed of other algorithms.

/// One part: that algorithm on p processes. `longest` as in a shape: 0 where blocks are equally long.
inline cost price_of(const algorithm& part, int p, double bytes, int pieces = 1, double longest = 0) {
  return part.price({.p = p, .bytes = bytes, .pieces = pieces, .longest = longest});
}

/// What happens within nodes.
inline cost near_cost(cost c) {
  c.near_rounds = c.rounds;
  c.near_bytes = c.bytes;
  return c;
}

/// One part on each node, in which few of its processes are busy at once, as along a tree.
inline cost price_on_node(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                          double longest = 0) {
  return near_cost(price_of(part, s.per_node, bytes, pieces, longest));
}

/// One part on each node, in which all its processes are busy at once and share its memory.
inline cost price_on_whole_node(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                                double longest = 0) {
  cost c = price_on_node(part, s, bytes, pieces, longest);
  c.bytes = c.near_bytes *= s.memory_sharing;
  return c;
}

/// One part between the nodes, in which all processes of a node take part at once. Where blocks differ, `bytes` is what the
/// lane that has most carries; the link is shared by that of all lanes, which is that of even ones.
inline cost price_of_lanes(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                           double longest = 0) {
  cost c = price_of(part, s.node_count(), bytes, pieces, longest);
  const double even =
      longest > 0 ? price_of(part, s.node_count(), s.bytes / s.per_node, pieces).bytes : c.bytes;
  c.bytes = std::max(c.bytes, even * s.sharing);
  return c;
}

}  // namespace tutti
