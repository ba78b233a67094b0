#pragma once

#include <array>
#include <span>

#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// Where a process stands in the tree of trees: nodes in rank order in a binary tree, whose root is the root's node, and on
/// each node its processes in rank order in another one, whose root is the leader. Both trees are numbered in-order, so
/// that what is combined up the tree keeps rank order where nodes have consecutive ranks.
///
///     nodes            2                 on node 1           4
///                   1     3              (leader 4)        3   5
///                 0
class node_tree_place {
 public:
  struct child {
    int rank;
    bool higher;  ///< its subtree has higher ranks, if nodes have consecutive ones
  };

  static constexpr std::size_t most_children = 4;

  node_tree_place(const hierarchy& h, int root) {
    const int node = h.node(), n = h.members(node), leader = h.leader();
    if (h.leads()) {
      const tree_place at = inorder<balanced_shape>::place(node, h.nodes(), h.node_of(root));
      const auto leader_of = [&](int b) {
        return b == nobody ? nobody : b == h.node_of(root) ? root : h.rank_at(b, 0);
      };
      parent = leader_of(at.parent);
      add(leader_of(at.first), false);
      add(leader_of(at.second), true);
    }
    const tree_place at = inorder<balanced_shape>::place(h.place(), n, leader);
    const auto rank_of = [&](int place) { return place == nobody ? nobody : h.rank_at(node, place); };
    if (!h.leads()) parent = rank_of(at.parent);
    add(rank_of(at.first), false);
    add(rank_of(at.second), true);
  }

  int parent = nobody;
  /// Those on other nodes first: what they have to do takes longer.
  [[nodiscard]] std::span<const child> children() const noexcept {
    return std::span(child_).first(static_cast<std::size_t>(n_));
  }

 private:
  void add(int rank, bool higher) noexcept {
    if (rank != nobody) child_[static_cast<std::size_t>(n_++)] = {rank, higher};
  }
  std::array<child, most_children> child_{};
  int n_ = 0;
};

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
