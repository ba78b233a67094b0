#pragma once

#include <algorithm>

#include "tutti/cost.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// The rounds of the scans on a binary tree: an inner process has three exchanges a block. They are never
/// more than this, and as many for p = 2 and 3 and, if M > 1, for complete trees (p = 2^k - 1) of 15
/// processes and more; 7 processes take one round less.
inline pipeline stages_of_tree_scan(int p) noexcept {
  return {.fill = p < 4 ? p - 1.0 : 4.0 * floor_log2(p) - 1, .interval = std::min(p - 1.0, 3.0)};
}

/// An inner process of a scan reduces three times a block; that of an exscan four times.
inline cost bound_of_tree_scan(const shape& s, bool exclusive) noexcept {
  const double rounds = stages_of_tree_scan(s.p).rounds(s.pieces), block = s.bytes / s.pieces;
  return {.rounds = rounds,
          .bytes = rounds * block,
          .reduced = (rounds + (exclusive ? s.pieces - 1 : 0)) * block};
}

}  // namespace tutti
