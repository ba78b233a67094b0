#pragma once

#include <array>
#include <span>

#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// How the leaders of the nodes are connected below the root.
enum class leaders_are { tree, chain };

/// The place of a process in the tree of trees: a binary tree of nodes, whose root is the root's node, and on
/// each node a binary tree of its processes, whose root is the leader. The first is numbered in-order by
/// nodes, the others by places on the node: lower nodes, or processes, are left, higher ones right, whichever
/// is the root. The first may also be a chain of nodes, counted from the root's, which is in order if that is
/// node 0.
///
///     4 nodes of 3 processes, root 7:
///
///       nodes      2           on node 2     7           on node 1   3
///              0       3                   6   8                       4
///                1                                                       5
///
/// This is for reductions: from left, own and right on its node a leader makes the sum of its node, and then
/// from left, node and right the sum of consecutive nodes. If nodes have consecutive ranks, that is rank
/// order, so that the operator need not commute. The trees are at most one level deeper than balanced trees,
/// as below leaders at place 0, which have no process on their left.
class node_tree_place {
 public:
  struct child {
    int rank;
    bool higher;  ///< its subtree has higher ranks, if nodes have consecutive ones
  };

  static constexpr std::size_t most_children = 4;

  node_tree_place(const hierarchy& h, int root, leaders_are connected = leaders_are::tree) {
    const int node = h.node(), n = h.members(node), leader = h.leader();
    if (h.leads()) {
      const int many = h.nodes(), top = h.node_of(root);
      const tree_place at = connected == leaders_are::chain ? chain_place(node, many, top)
                                                            : inorder<balanced_shape>::place(node, many, top);
      const auto leader_of = [&](int b) { return b == nobody ? nobody : b == top ? root : h.rank_at(b, 0); };
      parent = leader_of(at.parent);
      add(leader_of(at.first), false);
      add(leader_of(at.second), true);
    }
    // The tree on the node.
    const tree_place at = inorder<balanced_shape>::place(h.place(), n, leader);
    const auto rank_of = [&](int place) { return place == nobody ? nobody : h.rank_at(node, place); };
    if (!h.leads()) parent = rank_of(at.parent);
    add(rank_of(at.first), false);
    add(rank_of(at.second), true);
  }

  int parent = nobody;  ///< of a leader: the leader of another node
  /// Children on other nodes are first: their subtrees take longer.
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

}  // namespace tutti
