#pragma once

#include <algorithm>

#include "tutti/cost.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

// Trees in which a process has at most two children, for pipelined broadcasts and reductions. Each process
// finds its place in O(log p) steps, going down from the root. The first child is served one round before the
// second: the second has a block two rounds after its parent, so that the subtree below the first may be one
// round deeper. A shape gives the number of nodes, out of n, in the first subtree, and the number of rounds
// after which the last node has block 0.

/// The parent and the children of a process; `nobody` for a missing one.
struct tree_place {
  int parent = nobody, first = nobody, second = nobody;
};

/// A piece takes two rounds, one for each child. With two processes there is one child, and a piece takes one
/// round.
inline pipeline stages_of_binary_tree(int p, int fill) noexcept {
  return {.fill = 1.0 * fill, .interval = p > 2 ? 2.0 : p - 1.0};
}

/// .stages of an algorithm along trees of this shape.
template <class Shape>
pipeline stages_of_shape(int p) noexcept {
  return stages_of_binary_tree(p, Shape::fill(p));
}

/// Balanced: the two subtrees are equal, or the first has one node more.
struct balanced_shape {
  static constexpr int first(int n) noexcept { return n / 2; }

  /// fill(n) = max(fill(n / 2) + 1, fill((n - 1) / 2) + 2), fill(1) = 0: 2 (k - 1) for n = 2^k - 1.
  static constexpr int fill(int n) noexcept {
    int less = -2,
        here = 0;  // fill(k - 1) and fill(k) for the leading bits k of n, at first k = 1
    if (n <= 1) return n == 1 ? here : less;
    for (int bit = floor_log2(n) - 1; bit >= 0; --bit) {
      const int twice = std::max(here + 1, less + 2);  // fill(2 k)
      if (n >> bit & 1) {
        less = twice;
        here += 2;
      } else {
        less += 2;
        here = twice;
      }
    }
    return here;
  }
};

/// Fibonacci trees have F(i) = 1 + F(i - 1) + F(i - 2) nodes, with F(0) = 1 and F(-1) = 0. Their last node
/// has block 0 after i rounds; no more nodes are possible in i rounds. For sizes between two of these the
/// subtrees are as equal as possible. Source: Bruck, Cypher, Ho, "Multiple message broadcasting with
/// generalized Fibonacci trees", 1992.
struct fibonacci_shape {
  static constexpr int first(int n) noexcept {
    const order i = smallest(n);
    return n - 1 - std::max(n - 1 - i.before, std::min(i.two_before, (n - 1) / 2));
  }
  /// The smallest i with F(i) >= n.
  static constexpr int fill(int n) noexcept { return n < 1 ? -2 : smallest(n).i; }

 private:
  struct order {
    int i = 0, nodes = 1, before = 0, two_before = 0;  // F(i), F(i - 1), F(i - 2), with 0 for F(-2)
  };
  static constexpr order smallest(int n) noexcept {
    order o;
    while (o.nodes < n)
      o = {o.i + 1, n - 1 - o.nodes < o.before ? n : 1 + o.nodes + o.before, o.nodes, o.before};
    return o;
  }
};

/// A chain that begins at the root. The next process is the second child, which has the higher rank if the
/// root is 0.
constexpr tree_place chain_place(int rank, int n, int root) noexcept {
  tree_place at;
  const int v = relative_rank(rank, root, n);
  if (v > 0) at.parent = absolute_rank(v - 1, root, n);
  if (v + 1 < n) at.second = absolute_rank(v + 1, root, n);
  return at;
}

/// Numbered in pre-order: the root of n nodes is s, the first subtree s + 1, ..., s + first(n), and then the
/// second. The root of all is 0, so that ranks may be counted from any root.
template <class Shape>
constexpr tree_place preorder_place(int rank, int n) noexcept {
  tree_place at;
  for (int root = 0;;) {
    const int first = Shape::first(n), second = n - 1 - first;
    if (rank == root) {
      if (first > 0) at.first = root + 1;
      if (second > 0) at.second = root + 1 + first;
      return at;
    }
    at.parent = root;
    const bool in_first = rank <= root + first;
    root += in_first ? 1 : 1 + first;
    n = in_first ? first : second;
  }
}

/// Numbered in-order: lower ranks are left of a node, higher ranks right of it. So the operand from the left,
/// the node's own operand and the operand from the right are in rank order. The left child is the first,
/// except that an only child is the right one.
template <class Shape>
struct inorder {
  static constexpr int left(int n) noexcept { return n == 2 ? 0 : Shape::first(n); }

  /// The place of a process if any process may be the root: the lower ranks form a tree left of the root, the
  /// higher ranks a tree right of it.
  static constexpr tree_place place(int rank, int n, int root) noexcept {
    tree_place at;
    int from = 0, end = n, node = root;  // a subtree's ranks and its root
    while (rank != node) {
      at.parent = node;
      (rank < node ? end : from) = rank < node ? node : node + 1;
      node = from + left(end - from);
    }
    if (from < node) at.first = from + left(node - from);
    if (node + 1 < end) at.second = node + 1 + left(end - node - 1);
    return at;
  }

  /// The most rounds, over all roots, after which the root has reduced block 0.
  static constexpr int fill(int n) noexcept {
    return n == 1 ? 0 : std::max(1 + Shape::fill(n - 1), 2 + Shape::fill(n - 2));
  }
};

}  // namespace tutti
