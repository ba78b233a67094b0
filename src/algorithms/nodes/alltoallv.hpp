#pragma once

#include "algorithms/alltoall/agreement.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// The common part of alltoalls of blocks of any lengths on nodes: all but the agreement.

/// Replaces the extremes of this process's blocks by the maxima over all processes.
using agreement = task (*)(process& self, const hierarchy* h, extremes& mine);

/// Exchanges blocks of equal length, combined: on this process's lane all blocks for each node, which are in
/// `by_node`, then on its node all blocks for each process. The result is in `received`, in lane order.
/// `sorted` is room for as many blocks, and may contain `by_node`. Radices are those of
/// alltoall_bruck_radix(); from the size of the lane, or of the node, on: straight.
task combined_on_lanes(process& self, const hierarchy& h, const_blocks by_node, blocks sorted,
                       blocks received, int radix_on_lane, int radix_on_node);
/// The same blocks, combined into `parts` blocks of equal length.
inline blocks combined(const blocks& all, int parts) noexcept {
  const buffer whole = all.all();
  return blocks::regular(whole.data, whole.count / static_cast<std::size_t>(parts), *whole.type, parts);
}

/// Agrees on the lengths; then small blocks travel combined and large ones straight. Unequal nodes:
/// alltoall_agreed().
task alltoallv_on_lanes(process& self, call c, agreement agree);

}  // namespace tutti
