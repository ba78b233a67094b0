// Alltoall of blocks of any lengths on lanes. All processes first agree on the longest block, on the largest
// number of non-empty blocks that a process sends or receives, and on the largest sum of their bytes. If
// blocks are small and many, they then travel padded to the longest, combined on all lanes and then on each
// node, as in alltoall.full_lane; if they are large or few, they go straight.
//
//   to send on a lane  for node 0, 1, ...:  for place 0, 1, ...      that is, in node order
//   and on the node    for place 0, 1, ...:  from node 0, 1, ...     that is, in lane order
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// agreement and padding as in alltoallv.agreed: Fan et al. 2022, Traeff 2018.
// Cost: after agreement, N nodes of n processes, p blocks of m/p bytes: by the digits of distances at best
// ceil(log2 N) + ceil(log2 n) rounds and beta m/2 (log2 N + log2 n), or (p - 1) alpha + beta m.
// Any p, any layout; unequal nodes: alltoallv.agreed.

#include "algorithms/nodes/alltoallv.hpp"

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/nodes/alltoallv_costs.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

task exchange_all(process& self, const_blocks send, blocks recv, int radix) {
  return radix >= self.size() ? alltoall_batched(self, send, recv)
                              : alltoall_bruck_radix(self, send, recv, radix);
}

/// Exchanges blocks padded to the longest, on the lanes and on the nodes.
task combine(process& self, const_blocks send, blocks recv, const hierarchy* h, std::size_t longest, way by) {
  const int p = self.size(), rank = self.rank(), many = h->nodes();
  const std::size_t all = static_cast<std::size_t>(p) * longest;
  const scratch here(self, all), there(self, all);
  const blocks sorted = blocks::regular(here.all().data, longest, byte_type, p),
               received = blocks::regular(there.all().data, longest, byte_type, p);
  for (int k = 0; k < p; ++k)
    if (const int to = h->rank_at(k); to != rank) self.copy(send[to], sorted[k].slice(0, send[to].bytes()));
  co_await combined_on_lanes(self, *h, combined(sorted, many), sorted, received, by.lanes.radix,
                             by.node.radix);
  for (int k = 0; k < p; ++k)
    if (const int from = h->rank_at(k % many, k / many); from != rank)
      self.copy(received[k].slice(0, recv[from].bytes()), recv[from]);
}

}  // namespace

task combined_on_lanes(process& self, const hierarchy& h, const_blocks by_node, blocks sorted,
                       blocks received, int radix_on_lane, int radix_on_node) {
  group lane = h.lane(), node = h.own_node();
  const int n = node.size(), many = h.nodes();
  co_await exchange_all(lane, by_node, combined(received, many), radix_on_lane);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j) self.copy(received[j * n + i], sorted[i * many + j]);
  co_await exchange_all(node, combined(sorted, n), combined(received, n), radix_on_node);
}

task alltoallv_on_lanes(process& self, call c, agreement agree) {
  const const_blocks send = c.send;
  const blocks recv = c.recv;
  const hierarchy h(self, c.nodes);
  const int rank = self.rank();
  if (!h.regular()) {
    co_await alltoall_agreed(self, send, recv, shared_startups(c));
    co_return;
  }
  extremes agreed = extremes_of(rank, send, recv);
  co_await agree(self, &h, agreed);
  const way by = rounded_to_nearest([&] {
    return fastest_way(h.nodes(), h.members(h.node()), agreed_lengths(agreed),
                       [&c](int sharing) { return startups_of(c, sharing); });
  });
  if (by.straight) {
    co_await alltoall_batched(self, send, recv);
    co_return;
  }
  self.copy(send[rank], recv[rank]);
  if (agreed.longest > 0) co_await combine(self, send, recv, &h, agreed.longest, by);
}

}  // namespace tutti
