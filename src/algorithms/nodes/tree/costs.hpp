#pragma once

#include <algorithm>

#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// What it costs to go down the trees of node_tree_place, or up.

/// A leader serves up to two nodes and two processes of its own, in that order, one a round.
inline pipeline stages_of_node_tree(const shape& s) noexcept {
  const int many = s.node_count(), n = s.equal_nodes() || s.nodes > 0 ? s.per_node : 1;
  const auto children = [](int k) { return std::min(k - 1, 2); };
  return {.fill = inorder<balanced_shape>::fill(many) + (n > 1 ? children(many) : 0.0) +
                  inorder<balanced_shape>::fill(n),
          .interval = 1.0 * children(many) + children(n)};
}

/// The same with a chain of leaders: one node to serve.
inline pipeline stages_of_node_chain(const shape& s) noexcept {
  const int many = s.node_count(), n = s.equal_nodes() || s.nodes > 0 ? s.per_node : 1;
  const int next = std::min(many - 1, 1);
  return {.fill = many - 1.0 + (n > 1 ? next : 0) + inorder<balanced_shape>::fill(n),
          .interval = next + std::min(n - 1.0, 2.0)};
}

/// The price of going down, or up. In that time all of a node but its leader receive the data.
inline cost price_of_node_tree(const shape& s, const pipeline& line) noexcept {
  const double rounds = line.rounds(s.pieces);
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
