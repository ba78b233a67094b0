#pragma once

#include <cstddef>

#include "tutti/cost.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// A binomial tree below each process, all alike: of the processes at offsets 0, 1, ..., p - 1 above the
/// root, offset o is below o without its lowest bit. Bit k is an edge to the process 2^k above, which carries
/// a block of each tree in which it is one; from the highest bit on down the trees, from the lowest on up.
/// Source: Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at
/// scale", arXiv 2506.20252, 2025.
///
///     p = 6:   0 -> 4    0 -> 2    0 -> 1, 2 -> 3, 4 -> 5        bits 2, 1, 0; the trees need not be complete
class aggregated_trees {
 public:
  constexpr explicit aggregated_trees(int p) noexcept : p_(p) {}

  [[nodiscard]] constexpr int rounds() const noexcept { return ceil_log2(p_); }
  /// Edges of a tree for bit k < rounds(): the i-th is that from offset 2^(k + 1) i to that plus 2^k.
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
