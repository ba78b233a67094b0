#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "algorithms/gather/gather.hpp"
#include "algorithms/shapes/halvings.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// The place of one process in a gather or scatter tree. A subtree holds consecutive ranks (mod p). In the
/// order of the list each child's subtree is next to the ranks before it, above or below them:
///
///     rank    r-1 | r | r+1 | r+2 r+3 r+4 r+5
///         child 1   ^  child 0  child 2
///
/// so that the blocks of a subtree are side by side without reordering. Smaller subtrees come first.
struct gather_place {
  struct subtree {
    int head;               ///< its root
    int first;              ///< its first process
    int count;              ///< the number of its processes
    bool below = false;     ///< it is below the ranks before it in the list
    std::size_t bytes = 0;  ///< of all its blocks, once known
  };
  /// The blocks of its subtree that a process other than the root holds, as a range of their bytes. The run
  /// grows as children's blocks arrive next to it, or shrinks as they leave.
  struct run {
    std::size_t begin, end;

    /// Grows the run by a child's blocks and returns their place.
    [[nodiscard]] std::size_t grow(const subtree& arrived) noexcept {
      if (arrived.below) return begin -= arrived.bytes;
      return std::exchange(end, end + arrived.bytes);
    }
    /// Shrinks the run by a child's blocks and returns their place.
    [[nodiscard]] std::size_t shrink(const subtree& leaves) noexcept {
      if (leaves.below) return std::exchange(begin, begin + leaves.bytes);
      return end -= leaves.bytes;
    }
  };

  explicit gather_place(int most_children) : child(static_cast<std::size_t>(most_children)) {}

  int parent = nobody;
  int ports = 1;          ///< number of children that are served at once, from the first on
  std::size_t bytes = 0;  ///< of all blocks of its own subtree, once known
  int children = 0;
  workspace<subtree> child;  ///< the first `children` are set

  /// Sets all lengths: all blocks have the length `own`, or this process's subtree is a leaf below the root.
  void set_lengths(std::size_t own) noexcept {
    bytes = own;
    for (auto& c : subtrees()) bytes += c.bytes = own * static_cast<std::size_t>(c.count);
  }

  /// Adds a subtree of higher ranks, whose root is its first process.
  void add(int first, int count) noexcept { add({.head = first, .first = first, .count = count}); }
  void add(const subtree& s) noexcept { child[static_cast<unsigned>(children++)] = s; }
  std::span<subtree> subtrees() noexcept { return child.first(static_cast<std::size_t>(children)); }
  /// The process's own block among those of its subtree, once their bytes are known.
  [[nodiscard]] run own(std::size_t length) noexcept {
    std::size_t before = 0;
    for (const subtree& c : subtrees())
      if (c.below) before += c.bytes;
    return {before, before + length};
  }
  /// The number of processes in this process's subtree, itself included.
  [[nodiscard]] int processes() const noexcept {
    int n = 1;
    for (const subtree& c : child.first(static_cast<std::size_t>(children))) n += c.count;
    return n;
  }
  /// The children that are served at once, from child i on.
  std::span<subtree> level(int i) noexcept {
    return subtrees().subspan(static_cast<std::size_t>(i),
                              static_cast<std::size_t>(std::min(ports, children - i)));
  }
};

/// A tree: the place of `rank` among p processes.
using tree = gather_place (*)(int rank, int p, int root);

/// Pre-order binomial tree on ranks counted from the root; subtrees go past the last process when root > 0.
gather_place binomial_tree(int rank, int p, int root);
/// The range of ranks is halved, each half with a root of its own; subtrees never go past the last process.
gather_place halving_tree(int rank, int p, int root);
/// The same with roots that are near each other.
gather_place bine_tree(int rank, int p, int root);
/// The same with `head` for the root of a half. The half without the root is not the larger one.
gather_place halved(int rank, int p, int root, head_of_half head);

/// A subtree is a subcube of the lowest dimensions, its root the neighbour of `rank`. Requires a power of
/// two.
gather_place hypercube_tree(int rank, int p, int root);
/// Pre-order radix-nomial tree for radix - 1 ports, on ranks counted from the root.
gather_place knomial_tree(int rank, int p, int root, int radix);
/// The parent of a process other than the root in it.
int knomial_parent(int rank, int p, int root, int radix);

/// Sets the bytes of this process's subtree and of its children's, on all but the root. Each process sends
/// its parent the bytes of its subtree: blocks travel in order, so the sum is enough. The root knows all
/// lengths and receives none.
task learn_lengths(process& self, std::size_t own, int root, gather_place* at);

/// Gathers along a tree, smallest subtrees first. `at`: the place of this process.
task gather_along(process& self, const_buffer in, blocks recv, int root, gather_place at,
                  lengths_known_to known);
/// Scatters along a tree, largest subtrees first.
task scatter_along(process& self, const_blocks send, buffer out, int root, gather_place at,
                   lengths_known_to known);

/// The runs of catalogue entries along a tree.
template <tree shape, lengths_known_to known>
task run_gather(process& self, const call& c) {
  return gather_along(self, c.in, c.recv, c.root, shape(self.rank(), self.size(), c.root), known);
}
template <tree shape, lengths_known_to known>
task run_scatter(process& self, const call& c) {
  return scatter_along(self, c.send, c.out, c.root, shape(self.rank(), self.size(), c.root), known);
}

/// Along a binomial or halving tree the root's port is never idle: ceil(log2 p) rounds, all blocks but the
/// root's.
inline cost price_of_tree(const shape& s) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
}

/// Irregular blocks: the lengths take up to q - 1 rounds (the root knows its children's), the data q, and one
/// giant block travels with all else in each. Less where subtrees are empty or the giant is near the root: a
/// bound.
inline cost bound_of_tree(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  if (q == 0) return {};
  return {.rounds = 2 * q - 1, .bytes = q * s.bytes + (q - 1) * sizeof(std::size_t)};
}

/// Along a radix-nomial tree with one port, which at the root is never idle. `by_ports` (shapes/radix.hpp):
/// along the tree for the machine's ports, on these.
cost price_of_knomial_tree(const shape& s, int radix) noexcept;
/// The price of catalogue entries along such a tree.
template <int Radix>
cost price_of_knomial(const shape& s) noexcept {
  return price_of_knomial_tree(s, Radix);
}

/// The start-ups of irregular blocks along it: each message of the tree at most three times, for a word and
/// for data from two sides, and at worst one for each process that goes straight. For p >= 2.
double startups_of_irregular_knomial(const shape& s, int radix) noexcept;

}  // namespace tutti
