#pragma once

#include <cstddef>

#include "tutti/cost.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// One binomial tree for each process as the root, all of the same shape. The processes are at offsets 0, 1,
/// ..., p - 1 above the root; the parent of offset o is o without its lowest bit. Bit k is an edge to the
/// process 2^k above. Its message carries a block of every tree that has this edge. Data go down the trees
/// from the highest bit on, and up the trees from the lowest bit on.
/// Source: Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at
/// scale", arXiv 2506.20252, 2025.
///
///     p = 6:   0 -> 4    0 -> 2    0 -> 1, 2 -> 3, 4 -> 5       bits 2, 1, 0; the trees need not be complete
class aggregated_trees {
 public:
  constexpr explicit aggregated_trees(int p) noexcept : p_(p) {}

  [[nodiscard]] constexpr int rounds() const noexcept { return ceil_log2(p_); }
  /// The number of edges of a tree for bit k < rounds(). Edge i goes from offset 2^(k + 1) i to 2^(k + 1) i +
  /// 2^k.
  [[nodiscard]] constexpr int blocks_in(int k) const noexcept { return (p_ - 1 - (1 << k)) / (2 << k) + 1; }
  [[nodiscard]] constexpr std::size_t most_blocks() const noexcept {
    return static_cast<std::size_t>(p_ / 2);
  }

  [[nodiscard]] cost price(const shape& s) const noexcept {
    cost c{.rounds = 1.0 * rounds()};
    for (int k = 0; k < rounds(); ++k) c.bytes += s.in_blocks(blocks_in(k));
    return c;
  }

 private:
  int p_;
};

}  // namespace tutti
