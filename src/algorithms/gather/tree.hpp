#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "algorithms/gather/gather.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Where one process stands in a gather or scatter tree. A subtree holds consecutive ranks (mod p). Every
/// process but the root is the first of its subtree, and its children's subtrees follow in the order of the
/// list:
///
///     rank    r | r+1 | r+2 r+3 | r+4 r+5 r+6 r+7
///             ^ child 0  child 1   child 2
///
/// so what a subtree gathers lies side by side without reordering. Smaller subtrees come first.
struct gather_place {
  struct subtree {
    int first;          ///< its root
    int count;          ///< its processes
    std::size_t bytes;  ///< of all its blocks, once known
  };
  static constexpr int most_ports = 3;
  static constexpr int most_children = most_ports * (most_rounds + 1) / 2;  // three for each digit in base 4

  int parent = nobody;
  int ports = 1;          ///< so many children, beginning with the first, are served at once
  std::size_t bytes = 0;  ///< of all blocks of its own subtree, once known
  int children = 0;
  std::array<subtree, most_children> child;  ///< the first `children` are set

  /// All blocks have the length `own`, or there are none to learn of: the own subtree is a leaf below the
  /// root.
  void set_lengths(std::size_t own) noexcept {
    bytes = own;
    for (auto& c : subtrees()) bytes += c.bytes = own * static_cast<std::size_t>(c.count);
  }

  void add(int first, int count) noexcept { child[static_cast<unsigned>(children++)] = {first, count, 0}; }
  std::span<subtree> subtrees() noexcept {
    return std::span(child).first(static_cast<std::size_t>(children));
  }
  /// Of its subtree, itself included.
  [[nodiscard]] int processes() const noexcept {
    int n = 1;
    for (const subtree& c : std::span(child).first(static_cast<std::size_t>(children))) n += c.count;
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
/// Ranges halved, each with a root of its own; subtrees never go past the last process.
gather_place halving_tree(int rank, int p, int root);

/// Pre-order 4-nomial tree with three ports, on ranks counted from the root.
gather_place knomial_tree(int rank, int p, int root);

/// Sets the bytes of the own subtree and of its children's, on all but the root. Each process tells its
/// parent the bytes of its subtree: blocks travel in order, so the sum is enough. The root knows all
/// lengths and is not told.
task learn_lengths(process& self, std::size_t own, int root, gather_place* at);

/// Gathers along a tree, smallest subtrees first.
task gather_along(process& self, const_buffer in, blocks recv, int root, tree shape, lengths_known_to known);
/// Scatters along a tree, largest subtrees first.
task scatter_along(process& self, const_blocks send, buffer out, int root, tree shape,
                   lengths_known_to known);

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

/// Along a 4-nomial tree with one port, which at the root is never idle.
cost price_of_knomial_tree(const shape& s) noexcept;

/// Irregular blocks along it: each message of the tree at most three times, for a word and for data from two
/// sides, and at worst one for each process that goes straight. For p >= 2.
double startups_of_irregular_knomial(const shape& s) noexcept;

}  // namespace tutti
