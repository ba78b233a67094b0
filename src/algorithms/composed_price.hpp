#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Prices of algorithms that are composed of other algorithms.

/// The price of one part of a composition: algorithm `part` on p processes. `longest` is as in a shape: 0 if
/// all blocks are equally long.
inline cost price_of(const algorithm& part, int p, double bytes, int pieces = 1, double longest = 0) {
  return part.price({.p = p, .bytes = bytes, .pieces = pieces, .longest = longest});
}

/// The cost `c` between nodes, if `senders` processes of each node send at once.
inline cost far_cost(cost c, double senders = 1) {
  c.link_bytes = senders * c.bytes;
  return c;
}

/// The cost `c` within nodes, if `senders` processes of each node send at once.
inline cost near_cost(cost c, double senders = 1) {
  c.near_rounds = c.rounds;
  c.near_bytes = c.bytes;
  c.near_behind = c.behind;
  c.link_bytes = 0;
  c.memory_bytes = senders * c.bytes;
  return c;
}

/// The price of `part` on each node, if few processes of the node are busy at once, as along a tree.
inline cost price_on_node(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                          double longest = 0) {
  return near_cost(price_of(part, s.per_node, bytes, pieces, longest));
}

/// The price of `part` on each node, if all processes of the node are busy at once and share its memory.
inline cost price_on_whole_node(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                                double longest = 0) {
  return near_cost(price_of(part, s.per_node, bytes, pieces, longest), s.per_node);
}

/// The price of `part` between the nodes, if one process of each node takes part.
inline cost price_of_leaders(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                             double longest = 0) {
  return far_cost(price_of(part, s.node_count(), bytes, pieces, longest));
}

/// The price of `part` between the nodes, if all processes of a node take part at once. If the blocks differ
/// in length, `bytes` is the load of the lane with the most bytes. The link carries the bytes of all lanes,
/// as many as if the lanes were equal.
inline cost price_of_lanes(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                           double longest = 0) {
  cost c = price_of(part, s.node_count(), bytes, pieces, longest);
  const double even =
      longest > 0 ? price_of(part, s.node_count(), s.bytes / s.per_node, pieces).bytes : c.bytes;
  c.link_bytes = s.per_node * even;
  return c;
}

}  // namespace tutti
