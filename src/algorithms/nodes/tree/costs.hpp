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

/// Where start-ups do not overlap, the stages; `combining`: seconds a byte that comes up the tree.
inline double rounds_of_node_tree(const shape& s, const message_costs& on, double combining = 0) noexcept {
  const double b = s.bytes / s.pieces, many = s.node_count(), n = s.per_node;
  const cluster_machine& m = on.at(b);
  const double across = m.between.alpha + (m.between.beta + combining) * b,
               near = m.within.alpha + (m.within.beta + combining) * b;
  const double leader = std::min(many - 1, 2.0) * across;
  return inorder<balanced_shape>::fill(s.node_count()) * across + (n > 1 ? leader : 0) +
         inorder<balanced_shape>::fill(s.per_node) * near +
         (s.pieces - 1) * (leader + std::min(n - 1, 2.0) * near);
}

/// A piece takes what the busiest of a leader, its link and its node's memory needs for it, and where pieces wait for their
/// receivers a start-up. Pieces that do not, and leave faster than the link takes them, are on their way together, so that
/// the next level of the tree has to wait for the first of them.
inline double estimate_of_node_tree(const shape& s, const message_costs& on) noexcept {
  const double b = s.bytes / s.pieces, n = s.per_node, many = s.node_count();
  const cluster_machine& m = on.at(b);
  if (!m.overlaps()) return rounds_of_node_tree(s, on);
  const double nodes = many > 1 ? floor_log2(s.node_count()) : 0, places = n > 1 ? floor_log2(s.per_node) : 0;
  const double children = std::min(many - 1, 2.0) + std::min(n - 1, 2.0);
  const double link = m.between.beta * b * std::min(many - 1, 2.0) * std::max(0.5, m.link_sharing(2) / 2);
  const double memory = n > 1 ? m.within.beta * b * m.memory_sharing(n - 1) : 0;
  const double busy = m.busy() * children, transport = std::max(link, memory);
  const bool waits = b > m.eager;
  const double interval = waits ? m.between.alpha + transport : std::max(busy, transport);
  const double together = waits || busy >= transport ? 0 : s.bytes / b * link * (1 - busy / transport);
  return nodes * (m.between.alpha + link) + places * (m.within.alpha + memory) + (s.pieces - 1) * interval +
         (s.pieces > 1 ? together : 0);
}

}  // namespace tutti
