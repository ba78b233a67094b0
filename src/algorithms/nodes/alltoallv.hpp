#pragma once

#include "algorithms/alltoall/agreement.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// What alltoalls of blocks of any lengths on nodes have in common: all but how they agree.

/// Turns the extremes of the own blocks into the greatest of all processes'.
using agreement = task (*)(process& self, const hierarchy* h, extremes& mine);

/// Blocks of equal length travel combined: those in `by_node`, which has all that is for each node, on the
/// own lane, then all that is for each process on the own node. They end in `come`, in lane order. `sorted`
/// is room for as many, where those of `by_node` may lie. Radices of alltoall_bruck_radix(); p: straight.
task combined_on_lanes(process& self, const hierarchy& h, const_blocks by_node, blocks sorted, blocks come,
                       int radix_on_lane, int radix_on_node);
/// The same blocks, as many together in each of `parts`.
inline blocks combined(const blocks& all, int parts) noexcept {
  const buffer whole = all.all();
  return blocks::regular(whole.data, whole.count / static_cast<std::size_t>(parts), *whole.type, parts);
}

/// Agrees, so that everybody knows whether blocks are small and travel combined, or large and go straight.
/// Unequal nodes: alltoall_agreed.
task alltoallv_on_lanes(process& self, call c, agreement agree);

}  // namespace tutti
