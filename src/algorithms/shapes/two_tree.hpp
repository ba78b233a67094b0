#pragma once

#include <array>

#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// Two binary trees below one source, such that each process is inside one tree and a leaf of the other, and
/// that in every round it receives at most one block and sends at most one. The schedule of a broadcast; a
/// reduction is the same backwards. Each process finds its part in O(log^2 p) steps.
/// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
/// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
///
/// The source is rank 0. Among n even processes 1 .. n the first tree is numbered in-order, and in the second
/// one process v stands at position n + 1 - v, so that who is at an odd position (a leaf) in one is at an
/// even position in the other. If p - 1 is odd, process p - 1 stands between the source and the two trees.
///
///   n = 10:        8          Position w has lowest set bit H. Its parent is
///               4     10      w - H, if bit 2 H of w is set or w + H > n,
///             2   6   9       w + H, otherwise.
///            1 3 5 7
///
/// Blocks 0, 2, 4, ... go down the first tree, 1, 3, 5, ... down the second. Each edge has a colour, 0 or 1,
/// and carries blocks only in rounds of that parity. For each process the edges to its two parents have
/// different colours, and so have those to its two children: so a process that gets a block in round t sends
/// it to the child of the other colour in round t + 1, and to the child of the same colour in round t + 2.
class two_tree {
 public:
  /// Whether the trees exist: below that a chain is as good.
  static constexpr bool exist(int p) noexcept { return p >= 5; }

  /// Rounds after which all have block 0 and its like in the second tree; a block more every round. Two
  /// rounds a level below the top, and one more where n / 2 is odd.
  static constexpr int fill(int p) noexcept {
    const int n = nodes(p);
    return 2 * floor_log2(n) + n / 2 % 2 + (p - 1) % 2;
  }

  /// Whom a process hears from and sends to in one round of 1, ..., fill(p) - 1 + M, and which block of M.
  struct round_of {
    int from = nobody, to = nobody;
    int in = -1, out = -1;
  };

  two_tree(int rank, int p) noexcept : n_(nodes(p)), rank_(rank), extra_(p - 1 > n_ ? p - 1 : nobody) {
    if (rank > n_ || rank == 0) return;
    for (int tree = 0; tree < 2; ++tree) find(tree);
  }

  [[nodiscard]] round_of in_round(int t, int pieces) const noexcept {
    round_of r;
    if (rank_ == 0) {
      if (t <= pieces) r = {.to = extra_ != nobody ? extra_ : top(t - 1), .out = t - 1};
      return r;
    }
    if (rank_ == extra_) {
      if (t <= pieces) r.from = 0, r.in = t - 1;
      if (1 < t && t <= pieces + 1) r.to = top(t - 2), r.out = t - 2;
      return r;
    }
    for (int tree = 0; tree < 2; ++tree) {
      const place& at = at_[static_cast<std::size_t>(tree)];
      const auto block = [&](int since) {
        return t >= since && (t - since) % 2 == 0 ? tree + t - since : pieces;
      };
      if (block(at.first_round) < pieces) r.from = at.parent, r.in = block(at.first_round);
      if (at.sooner != nobody && block(at.first_round + 1) < pieces)
        r.to = at.sooner, r.out = block(at.first_round + 1);
      if (at.later != nobody && block(at.first_round + 2) < pieces)
        r.to = at.later, r.out = block(at.first_round + 2);
    }
    return r;
  }

  [[nodiscard]] static constexpr int rounds(int p, int pieces) noexcept { return fill(p) - 1 + pieces; }

  /// The processes of the own subtree in the first (0) or second tree (1). They follow each other: in both
  /// trees what is below a process is on the one side lower, on the other higher. Not for the source.
  struct processes {
    int first, last;
  };
  [[nodiscard]] processes subtree(int tree) const noexcept {
    const int own = process_at(rank_, tree), low = own & -own;
    const int first = own - low + 1, last = own + low - 1 < n_ ? own + low - 1 : n_;
    return tree == 0 ? processes{first, last} : processes{n_ + 1 - last, n_ + 1 - first};
  }

 private:
  struct place {
    int parent = nobody, sooner = nobody, later = nobody;
    int first_round = 0;  // in which the tree's first block comes
  };

  static constexpr int nodes(int p) noexcept { return (p - 1) / 2 * 2; }

  [[nodiscard]] int process_at(int position, int tree) const noexcept {
    return tree == 0 ? position : n_ + 1 - position;
  }
  [[nodiscard]] int top(int block) const noexcept { return process_at(1 << floor_log2(n_), block % 2); }
  [[nodiscard]] int parent_of(int position) const noexcept {
    const int low = position & -position;
    return (position & 2 * low) != 0 || position + low > n_ ? position - low : position + low;
  }

  // The colour of the edge from a position of the first tree to its parent; in the second tree it is the
  // other one. The top's is 1. An even position has its parent's colour, changed if n / 2 is odd, and changed
  // again if it is a left child. A leaf is inside the other tree, where its edge upwards has the other
  // colour: that of position n + 1 - leaf.
  [[nodiscard]] int colour(int position) const noexcept {
    if (position % 2 != 0) position = n_ + 1 - position;
    int c = 1;
    for (const int top = 1 << floor_log2(n_); position != top; position = parent_of(position))
      c ^= (n_ / 2 % 2) ^ static_cast<int>(position < parent_of(position));
    return c;
  }
  [[nodiscard]] bool later(int position) const noexcept {
    return colour(position) == colour(parent_of(position));
  }

  void find(int tree) noexcept {
    place& at = at_[static_cast<std::size_t>(tree)];
    const int own = process_at(rank_, tree), top = 1 << floor_log2(n_);
    at.parent = own == top ? (extra_ != nobody ? extra_ : 0) : process_at(parent_of(own), tree);
    at.first_round = 1 + tree + (extra_ != nobody);
    for (int position = own; position != top; position = parent_of(position))
      at.first_round += later(position) ? 2 : 1;
    const int low = own & -own;
    int right = low / 2;
    while (right > 0 && own + right > n_) right /= 2;
    if (low > 1) add(at, own - low / 2, tree);
    if (right > 0) add(at, own + right, tree);
  }
  void add(place& at, int child, int tree) const noexcept {
    (later(child) ? at.later : at.sooner) = process_at(child, tree);
  }

  int n_, rank_, extra_;
  std::array<place, 2> at_{};
};

}  // namespace tutti
