#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Prices of what is composed of other algorithms.

/// One part: that algorithm on p processes. `longest` as in a shape: 0 where blocks are equally long.
inline cost price_of(const algorithm& part, int p, double bytes, int pieces = 1, double longest = 0) {
  return part.price({.p = p, .bytes = bytes, .pieces = pieces, .longest = longest});
}

/// What happens between nodes, where `senders` processes of each send at once.
inline cost far_cost(cost c, double senders = 1) {
  c.link_bytes = senders * c.bytes;
  return c;
}

/// What happens within nodes, where `senders` processes of each send at once.
inline cost near_cost(cost c, double senders = 1) {
  c.near_rounds = c.rounds;
  c.near_bytes = c.bytes;
  c.near_behind = c.behind;
  c.link_bytes = 0;
  c.memory_bytes = senders * c.bytes;
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
  return near_cost(price_of(part, s.per_node, bytes, pieces, longest), s.per_node);
}

/// One part between the nodes, in which one process of each takes part.
inline cost price_of_leaders(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                             double longest = 0) {
  return far_cost(price_of(part, s.node_count(), bytes, pieces, longest));
}

/// One part between the nodes, in which all processes of a node take part at once. Where blocks
/// differ, `bytes` is what the lane that has most carries; the link carries what all lanes do,
/// which is that of even ones.
inline cost price_of_lanes(const algorithm& part, const shape& s, double bytes, int pieces = 1,
                           double longest = 0) {
  cost c = price_of(part, s.node_count(), bytes, pieces, longest);
  const double even =
      longest > 0 ? price_of(part, s.node_count(), s.bytes / s.per_node, pieces).bytes : c.bytes;
  c.link_bytes = s.per_node * even;
  return c;
}

}  // namespace tutti
