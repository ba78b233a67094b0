#pragma once

#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/two_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Pipelined broadcast down a tree with at most two children a node. `at` names ranks of `self`.
task bcast_along_tree(process& self, buffer data, tree_place at, int pieces);

/// Pipelined broadcast down two trees at once, each with every second block, in that many rounds.
task bcast_along_two_trees(process& self, buffer data, two_trees trees, int rounds, int pieces);

/// Converts a place from ranks counted from the root to ranks.
constexpr tree_place absolute_place(tree_place at, int root, int p) noexcept {
  const auto rank = [=](int v) { return v == nobody ? nobody : absolute_rank(v, root, p); };
  return {rank(at.parent), rank(at.first), rank(at.second)};
}

}  // namespace tutti
