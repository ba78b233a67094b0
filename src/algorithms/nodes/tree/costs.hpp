#pragma once

#include <algorithm>

#include "algorithms/nodes/tree/place.hpp"
#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// The costs of going down, or up, the trees of node_tree_place.

/// A leader serves up to two nodes, along a chain one, and two processes of its own, in that order, one a
/// round.
inline pipeline stages_of_node_tree(const shape& s, leaders_are connected = leaders_are::tree) noexcept {
  const bool chain = connected == leaders_are::chain;
  const int many = s.node_count(), n = s.equal_nodes() || s.nodes > 0 ? s.per_node : 1;
  const int next = std::min(many - 1, chain ? 1 : 2);
  return {.fill = (chain ? many - 1 : inorder<balanced_shape>::fill(many)) + (n > 1 ? next : 0.0) +
                  inorder<balanced_shape>::fill(n),
          .interval = 1.0 * next + std::min(n - 1, 2)};
}

/// The price of going down, or up. All processes of a node but its leader receive the data within the node.
inline cost price_of_node_tree(const shape& s, leaders_are connected) noexcept {
  const double rounds = stages_of_node_tree(s, connected).rounds(s.pieces);
  const pipeline on_node{.fill = 1.0 * inorder<balanced_shape>::fill(s.per_node),
                         .interval = 1.0 * std::min(s.per_node - 1, 2)};
  const double near = on_node.rounds(s.pieces), piece = s.bytes / s.pieces;
  return {.rounds = rounds,
          .bytes = rounds * s.bytes / s.pieces,
          .near_rounds = near,
          .near_bytes = near * piece,
          .link_bytes = (rounds - near) * piece,
          .memory_bytes = (s.per_node - 1) * s.bytes};
}

}  // namespace tutti
