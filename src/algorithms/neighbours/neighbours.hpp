#pragma once

#include "algorithms/neighbours/route_plan.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

namespace tutti {

// Neighbourhood collectives: in allgather a process's block goes to all its destinations, in alltoall each
// destination has a block of its own. The same code serves both, and blocks of any lengths.

/// Receives a block from each source into c.recv and sends each destination its block; all at once, in the
/// order of these lists.
task exchange_with(process& self, call c, std::span<const neighbour> destinations,
                   std::span<const neighbour> sources);

/// The block that is sent to a destination.
inline const_buffer block_for(const call& c, const neighbour& n) noexcept {
  return c.send.size() > 0 ? c.send[n.block] : c.in;
}

/// True if all blocks are equally long and every process knows how long.
inline bool has_equal_blocks(collective of, const graph_facts& graph) noexcept {
  return size_known(of) && !graph.isolated;
}
/// True if a process has one block for all its neighbours.
constexpr bool shares_block(collective of) noexcept {
  return of == collective::neighbor_allgather || of == collective::neighbor_allgatherv;
}

/// The price of `degree` messages of a block each.
cost price_of_exchange(const shape& s) noexcept;
/// The price of blocks that travel together. Unless `equal`, their lengths are sent in front of them.
cost price_along(const shape& s, const routing& way, bool shared, bool equal) noexcept;

}  // namespace tutti
