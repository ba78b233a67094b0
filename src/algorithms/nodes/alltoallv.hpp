#pragma once

#include "algorithms/alltoall/agreement.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// What alltoalls of blocks of any lengths on nodes have in common: all but how they agree.

/// Makes of the extremes of the own blocks the greatest of all processes'.
using agreement = task (*)(process& self, const hierarchy* h, extremes& mine);

/// Agrees, so that everybody knows whether blocks are small and travel combined, or large and go straight.
/// Unequal nodes: alltoall_agreed.
task alltoallv_on_lanes(process& self, call c, agreement agree);

/// The same algorithm for blocks of any types.
constexpr algorithm for_any_types(algorithm a) noexcept {
  a.of = collective::alltoallw;
  return a;
}

}  // namespace tutti
