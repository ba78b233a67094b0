#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "algorithms/shapes/two_trees.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// The sizes of the largest matched trees, and how many of their nodes have two children.
class largest_matched_trees {
 public:
  static constexpr int orders = 46;  // enough for any int

  constexpr largest_matched_trees() noexcept {
    std::array<long long, orders + 1> lucas{2, 1};
    for (std::size_t i = 2; i < lucas.size(); ++i) lucas[i] = lucas[i - 1] + lucas[i - 2];
    for (std::size_t i = 0; i < orders; ++i)
      nodes_[i] = {lucas[i + 1] - (i % 2 == 0 ? 0 : 2), lucas[i + 1] - 1};
    for (std::size_t i = 2; i < orders; ++i)
      for (std::size_t odd = 0; odd < 2; ++odd)
        for (std::size_t parity = 0; parity < 2; ++parity)
          inner_[i][odd][parity] =
              (parity == 0 ? 1 : 0) + inner_[i - 1][1 - odd][1 - parity] + inner_[i - 2][0][parity];
  }
  [[nodiscard]] constexpr long long nodes(int order, bool odd) const noexcept {
    return order < 0 ? 0 : nodes_[index(order)][index(odd)];
  }
  [[nodiscard]] constexpr int inner(int order, bool odd, int parity) const noexcept {
    return inner_[index(order)][index(odd)][index(parity)];
  }

 private:
  static constexpr std::size_t index(int i) noexcept { return static_cast<std::size_t>(i); }
  std::array<std::array<long long, 2>, orders> nodes_{};
  std::array<std::array<std::array<int, 2>, 2>, orders> inner_{};
};
inline constexpr largest_matched_trees largest_matched;

/// A tree in which a node serves its first child one round after it has a block and its second child two
/// rounds after, and whose leaves and nodes with two children match: two copies of it, in which they are
/// exchanged, keep every process busy in every round.
///
/// A tree has one leaf more than nodes with two children. In a matched tree this holds for the rounds of each
/// parity, in which the nodes have block 0: as many leaves as nodes with two children, and one leaf more in
/// the rounds whose parity, counted from the root's round, is `odd`. A leaf alone is even. The parity changes
/// from a node to its first child, not to its second. So the trees below a node with two children can be
///
///     an even first and an even second one: then the whole is odd,
///     an odd first and an even second one:  then the whole is even.
///
/// As in Fibonacci trees, the last node of a tree of order i has block 0 after i rounds, and below its root
/// are trees of orders i - 1 and i - 2. The largest have L(i + 1), L(i + 1) - 1 or L(i + 1) - 2 nodes, with
/// the Lucas numbers L(i + 1) = L(i) + L(i - 1), L(0) = 2, L(1) = 1. Hence i is about 1.44 log2 n. A smaller
/// tree has the largest second subtree that leaves the first its least size, one node, or two if it is odd.
/// The even tree of two nodes is the exception: its leaf is a second child.
struct matched_tree {
  int n = 0;  ///< nodes; 0: no tree
  bool odd = false;
  int order = 0;

  /// The tree of n >= 1 nodes and of the least order.
  static constexpr matched_tree of(int n) noexcept {
    const matched_tree even = least(n, false, largest_matched_trees::orders - 1);
    if (n == 1) return even;
    const matched_tree odd = least(n, true, largest_matched_trees::orders - 1);
    return odd.order < even.order ? odd : even;
  }

  [[nodiscard]] constexpr matched_tree first() const noexcept {
    const int rest = n - 1 - below_second();
    return rest == 0 ? matched_tree{} : least(rest, !odd, order - 1);
  }
  [[nodiscard]] constexpr matched_tree second() const noexcept {
    return below_second() == 0 ? matched_tree{} : least(below_second(), false, order - 1);
  }
  [[nodiscard]] constexpr bool has_two() const noexcept { return n > 2 && below_second() > 0; }

  /// The number of nodes with two children, and the number of leaves, in rounds of this parity; the root's
  /// has parity 0. At least one of the two subtrees is a largest one, so this takes O(log n) steps.
  [[nodiscard]] constexpr int inner(int parity) const noexcept {
    if (n == 0) return 0;
    if (n == largest_matched.nodes(order, odd)) return largest_matched.inner(order, odd, parity);
    return (parity == 0 && has_two() ? 1 : 0) + first().inner(1 - parity) + second().inner(parity);
  }
  [[nodiscard]] constexpr int leaves(int parity) const noexcept {
    return inner(parity) + (parity == static_cast<int>(odd) ? 1 : 0);
  }

 private:
  static constexpr matched_tree least(int n, bool odd, int order) noexcept {
    assert(n >= (odd ? 2 : 1) && n <= largest_matched.nodes(order, odd));
    while (order > 0 && n <= largest_matched.nodes(order - 1, odd)) --order;
    return {n, odd, order};
  }
  [[nodiscard]] constexpr int below_second() const noexcept {
    if (n <= 2) return n == 2 && !odd ? 1 : 0;
    return static_cast<int>(std::min<long long>(largest_matched.nodes(order - 2, false), n - (odd ? 2 : 3)));
  }
};

/// Two Fibonacci trees below one source, for a block a round as with two_tree and fewer rounds until all have
/// the first: 1.44 log2 p about, not 2 log2 p. Source: Traeff, HPC lecture "Collectives", "Two (pipelined)
/// binary trees", has the idea alone, "Latency can be improved by using two Fibonacci trees", from P. Sanders
/// and students, unpublished. This construction is worked out here.
///
/// A process may have two children in one tree and none in the other, or one in both: in every second round
/// it serves each. In a Fibonacci tree more than half of the nodes are inside, so those with one child have
/// to be so in both trees. And a process must not receive from both parents in the same rounds. The second
/// tree is the first, a round later, with the processes exchanged: the k-th leaf in a round of one parity and
/// the k-th node with two children in a round of the same parity take each other's position, and all others
/// stay. Then a process has block 0 and block 1 in rounds of different parity. This needs as many leaves as
/// nodes with two children in the rounds of each parity. Fibonacci trees do not have them; matched_tree does.
///
/// p = 12: `tutti show bcast.two_fibonacci --p 12 --pieces 4 --text`. The number at an edge is the round in
/// which it is used first; then it is used in every second round. Processes 1, 2, 3 and 8 have two children
/// in the first tree and are leaves in the second, where 5, 7, 6 and 10 take their positions. 4 and 9 have
/// one child in both.
///
///   first tree, blocks 0, 2, 4, ...            second tree, blocks 1, 3, 5, ...
///
///                 0                                          0
///                 | 1                                        | 2
///           _____ 1 _____                              _____ 5 _____
///        2 /             \ 3                        3 /             \ 4
///       __ 2 __         _ 8 _                      __ 7 __        _ 10 _
///    3 /       \ 4   4 /    \ 5                4 /       \ 5   5 /      \ 6
///      3        7      9      11                  6        2      9       11
///    4 / \ 5          5 |                      5 / \ 6          6 |
///    4   6            10                        4   3             8
///  5 |                                        6 |
///    5                                          1
///
/// A process counts the leaves and nodes with two children that come before it, in O((log p)^2) steps.
class two_fibonacci_trees : public two_trees {
 public:
  /// The number of rounds after which all processes have block 0; then one more block is complete in every
  /// round.
  static constexpr int fill(int p) noexcept { return p > 1 ? 1 + matched_tree::of(p - 1).order : 0; }
  static pipeline stages(int p) noexcept { return {.fill = 1.0 * fill(p), .interval = 1}; }
  static constexpr int rounds(int p, int pieces) noexcept { return p > 1 ? fill(p) - 1 + pieces : 0; }

  /// The part of process `rank` among p, where the source is `root` and the others are counted from it.
  two_fibonacci_trees(int rank, int p, int root) noexcept {
    if (p == 1) return;
    const matched_tree all = matched_tree::of(p - 1);
    const int number = relative_rank(rank, root, p);
    for (int tree = 0; tree < 2; ++tree) {
      // Position x, in pre-order, is that of process 1 + x in the first tree.
      const auto process_at = [&](int x) {
        return x == nobody ? nobody : absolute_rank(1 + (tree == 0 ? x : exchanged(all, x)), root, p);
      };
      if (number == 0) {
        at_[tree] = {.sooner = process_at(0), .first_round = tree};
        continue;
      }
      const node here = find(all, tree == 0 ? number - 1 : exchanged(all, number - 1));
      at_[tree] = {.parent = here.parent == nobody ? root : process_at(here.parent),
                   .sooner = process_at(here.first),
                   .later = process_at(here.second),
                   .first_round = 1 + tree + here.round};
    }
  }

 private:
  /// A node of the tree: the positions of its relatives, the round in which it has block 0 if the root has it
  /// in round 0, and how many leaves and nodes with two children come before it in rounds of the same parity.
  struct node {
    int parent = nobody, first = nobody, second = nobody, round = 0;
    int inner_before = 0, leaves_before = 0;
  };
  static constexpr node find(matched_tree here, int position) noexcept {
    node at;
    int inner[2] = {}, leaves[2] = {};  // that come before, by the parity of their rounds
    int root = 0;
    while (position != root) {
      const matched_tree first = here.first();
      inner[at.round % 2] += here.has_two() ? 1 : 0;
      at.parent = root;
      if (position <= root + first.n) {
        root += 1, at.round += 1, here = first;
        continue;
      }
      for (int parity = 0; first.n > 0 && parity < 2; ++parity) {
        inner[(at.round + 1 + parity) % 2] += first.inner(parity);
        leaves[(at.round + 1 + parity) % 2] += first.leaves(parity);
      }
      root += 1 + first.n, at.round += 2, here = here.second();
    }
    if (here.first().n > 0) at.first = root + 1;
    if (here.second().n > 0) at.second = root + 1 + here.first().n;
    at.inner_before = inner[at.round % 2], at.leaves_before = leaves[at.round % 2];
    return at;
  }

  /// The position of the k-th node, from 0, that has two children, or is a leaf, in a round of this parity.
  enum class kind : bool { inner, leaf };
  static constexpr int find(matched_tree here, kind of, int parity, int k) noexcept {
    for (int root = 0;;) {
      const bool counts = of == kind::leaf ? here.n == 1 : here.has_two();
      if (counts && parity == 0 && k-- == 0) return root;
      const matched_tree first = here.first();
      const int in_first = first.n == 0       ? 0
                           : of == kind::leaf ? first.leaves(1 - parity)
                                              : first.inner(1 - parity);
      if (k < in_first) {
        root += 1, parity = 1 - parity, here = first;
      } else {
        k -= in_first, root += 1 + first.n, here = here.second();
      }
    }
  }

  /// The position in the other tree of the process that has position x in one of them.
  static constexpr int exchanged(matched_tree all, int x) noexcept {
    const node at = find(all, x);
    const int parity = at.round % 2;
    if (at.first != nobody && at.second != nobody) return find(all, kind::leaf, parity, at.inner_before);
    const bool is_leaf = at.first == nobody && at.second == nobody;
    if (!is_leaf || at.leaves_before >= all.inner(parity)) return x;
    return find(all, kind::inner, parity, at.leaves_before);
  }
};

}  // namespace tutti
