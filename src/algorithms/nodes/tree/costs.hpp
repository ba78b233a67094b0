#pragma once

#include <algorithm>

#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// What it costs to go down the tree of node_tree_place, or up.

/// A leader serves up to two nodes and two processes of its own, in that order, one a round.
inline pipeline stages_of_node_tree(const shape& s) noexcept {
  const int many = s.node_count(), n = s.equal_nodes() || s.nodes > 0 ? s.per_node : 1;
  const auto children = [](int k) { return std::min(k - 1, 2); };
  return {.fill = inorder<balanced_shape>::fill(many) + (n > 1 ? children(many) : 0.0) +
                  inorder<balanced_shape>::fill(n),
          .interval = 1.0 * children(many) + children(n)};
}

/// The price of going down the tree, or up.
inline cost price_of_node_tree(const shape& s) noexcept {
  const double rounds = stages_of_node_tree(s).rounds(s.pieces);
  return {.rounds = rounds, .bytes = rounds * s.bytes / s.pieces};
}

}  // namespace tutti
