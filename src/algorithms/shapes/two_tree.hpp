#pragma once

#include "algorithms/shapes/two_trees.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// Two binary trees below one source, such that each process is inside one tree and a leaf of the other, and
/// that in every round it receives at most one block from a parent and sends at most one to a child. Read
/// forwards, from round 1 on, this is the schedule of a broadcast; read backwards, with every message
/// reversed, that of a reduction.
/// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
/// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
///
/// p = 11: `tutti show bcast.two_tree --p 11 --pieces 4 --text`. The number at an edge is the round in which
/// it is used first; then it is used in every second round. The parity of these rounds is the edge's colour.
/// Each node is drawn in its column: below a process there are lower ranks on one side and higher ones on the
/// other.
///
///   first tree, blocks 0, 2, 4, ...                    second tree, blocks 1, 3, 5, ...
///
///                               0                         0
///                               | 1                       | 2
///                  ____________ 8 ____               ____ 3 ____________
///               3 /                   \ 2         3 /                   \ 4
///          ____ 4 ____                  10        1                  ____ 7 ____
///       5 /           \ 4           3 /             \ 4           5 /           \ 6
///       2               6           9                 2           5               9
///   6 /   \ 7       6 /   \ 5                                 6 /   \ 7       8 /   \ 7
///   1       3       5       7                                 4       6       8       10
///
/// The two edges of a process to its parents differ in colour, and so do those to its two children. Seen from
/// the tree inside which a process is, the edge to the child `sooner` has another colour than the edge to the
/// parent, the edge to `later` the same.
///
/// The trees have an even number n of nodes. If p - 1 is odd, process p - 1 is inserted between the source
/// and the two trees, and everything below it is one round later.
///
/// Positions and colours: the first tree is numbered in-order. With H the lowest set bit of position w, the
/// parent of w is w - H if bit 2 H of w is set or w + H > n, otherwise w + H. In the second tree process v
/// has position n + 1 - v. So a process at an odd position, a leaf, in one tree is at an even position in the
/// other. Each process finds its part of the schedule in O(log p) steps.
class two_tree : public two_trees {
 public:
  /// True if the trees exist. For smaller p a chain is as good.
  static constexpr bool exist(int p) noexcept { return p >= 5; }

  /// The number of rounds after which all processes have block 0; then one more block is complete in every
  /// round. Two rounds a level below the top, and one more if n / 2 is odd.
  static constexpr int fill(int p) noexcept {
    const int n = nodes(p);
    return 2 * floor_log2(n) + n / 2 % 2 + (p - 1) % 2;
  }
  /// .stages of an algorithm that uses a chain where the trees do not exist.
  static pipeline stages(int p) noexcept {
    return exist(p) ? pipeline{.fill = 1.0 * fill(p), .interval = 1} : chain_pipeline(p);
  }
  static constexpr int rounds(int p, int pieces) noexcept { return fill(p) - 1 + pieces; }

  /// The part of process `rank` among p >= 5, where the source is `root` and the others are counted from it.
  two_tree(int rank, int p, int root) noexcept
      : p_(p), root_(root), n_(nodes(p)), number_(relative_rank(rank, root, p)) {
    for (int tree = 0; tree < 2; ++tree) at_[tree] = find(tree);
  }

  /// The processes of this process's subtree in the tree of a block. Requires that the source is the last
  /// process and that p - 1 is even. Their ranks are consecutive: in both trees the ranks below a process are
  /// lower on one side and higher on the other.
  struct processes {
    int first, last;
  };
  [[nodiscard]] processes subtree(int block) const noexcept {
    if (number_ == 0) return {0, p_ - 1};
    const int own = mirrored(number_, block % 2), low = own & -own;
    const int first = own - low + 1, last = own + low - 1 < n_ ? own + low - 1 : n_;
    return block % 2 == 0 ? processes{rank(first), rank(last)}
                          : processes{rank(n_ + 1 - last), rank(n_ + 1 - first)};
  }

  /// The steps in which the process finds its part: the levels that the loops of find() and colour() go up,
  /// in both trees.
  [[nodiscard]] int steps() const noexcept {
    if (number_ == 0 || number_ == n_ + 1) return 1;
    int steps = 0;
    for (int tree = 0; tree < 2; ++tree) {
      const int own = mirrored(number_, tree), low = own & -own;
      for (int above = own; above != top(); above = parent_of(above)) steps += steps_of_is_later(above);
      int right = low / 2;
      for (; right > 0 && own + right > n_; right /= 2) ++steps;
      if (low > 1) steps += steps_of_is_later(own - low / 2);
      if (right > 0) steps += steps_of_is_later(own + right);
    }
    return steps;
  }

 private:
  [[nodiscard]] int level(int position) const noexcept {
    int n = 0;
    for (; position != top(); position = parent_of(position)) ++n;
    return n;
  }
  [[nodiscard]] int steps_of_is_later(int position) const noexcept {
    if (position % 2 == 0) return 1;
    return 1 + level(n_ + 1 - position) + level(parent_of(position));
  }

  // Numbers count from the source, which is 0. The nodes of the trees are 1, ..., n. If p - 1 is odd, n + 1
  // is the process between the source and the trees.
  static constexpr int nodes(int p) noexcept { return (p - 1) / 2 * 2; }
  [[nodiscard]] bool has_between() const noexcept { return p_ - 1 > n_; }
  [[nodiscard]] int rank(int number) const noexcept { return absolute_rank(number, root_, p_); }

  // The position of a node in a tree, and the node at a position.
  [[nodiscard]] int mirrored(int node, int tree) const noexcept { return tree == 0 ? node : n_ + 1 - node; }
  [[nodiscard]] int rank_at(int position, int tree) const noexcept { return rank(mirrored(position, tree)); }
  [[nodiscard]] int top() const noexcept { return 1 << floor_log2(n_); }
  [[nodiscard]] int parent_of(int position) const noexcept {
    const int low = position & -position;
    return (position & 2 * low) != 0 || position + low > n_ ? position - low : position + low;
  }

  // The colour of the edge from a position of the first tree to its parent, if no process is between the
  // source and the trees; in the second tree the colours are swapped. The top's colour is 1. An even position
  // has its parent's colour, changed if n / 2 is odd, and changed again if it is a left child. A leaf is
  // inside the other tree, where its edge upwards has the other colour: that of position n + 1 - leaf.
  [[nodiscard]] int colour(int position) const noexcept {
    if (position % 2 != 0) position = n_ + 1 - position;
    int c = 1;
    for (; position != top(); position = parent_of(position))
      c ^= (n_ / 2 % 2) ^ static_cast<int>(position < parent_of(position));
    return c;
  }
  // True if a position has its parent's colour. The parent of an even position is even as well: one step of
  // the loop above is between their colours.
  [[nodiscard]] bool is_later(int position) const noexcept {
    const int parent = parent_of(position);
    if (position % 2 != 0) return colour(position) == colour(parent);
    return n_ / 2 % 2 == static_cast<int>(position < parent);
  }

  [[nodiscard]] place find(int tree) const noexcept {
    const int top_rank = rank_at(top(), tree);
    if (number_ == 0) return {.sooner = has_between() ? rank(n_ + 1) : top_rank, .first_round = tree};
    if (number_ == n_ + 1) return {.parent = rank(0), .sooner = top_rank, .first_round = 1 + tree};

    const int own = mirrored(number_, tree);
    place at{.first_round = 1 + tree + static_cast<int>(has_between())};
    at.parent = own != top() ? rank_at(parent_of(own), tree) : rank(has_between() ? n_ + 1 : 0);
    for (int above = own; above != top(); above = parent_of(above)) at.first_round += is_later(above) ? 2 : 1;

    const int low = own & -own;
    int right = low / 2;
    while (right > 0 && own + right > n_) right /= 2;
    if (low > 1) (is_later(own - low / 2) ? at.later : at.sooner) = rank_at(own - low / 2, tree);
    if (right > 0) (is_later(own + right) ? at.later : at.sooner) = rank_at(own + right, tree);
    return at;
  }

  int p_, root_, n_, number_;
};

}  // namespace tutti
