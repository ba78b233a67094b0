// Alltoall of blocks of any lengths on lanes. All agree on the longest block, and on how many a process sends or receives that are not
// empty and what they come to; then everybody knows whether blocks are small and many, and they travel padded to the longest,
// combined on all lanes and then on each node, as in alltoall.full_lane; or large or few, and they go straight.
//
//   to send on a lane  for node 0, 1, ...:  for place 0, 1, ...      that is, in node order
//   and on the node    for place 0, 1, ...:  from node 0, 1, ...     that is, in lane order
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020; agreement and padding as in
// alltoallv.agreed: Fan et al. 2022, Traeff 2018.
// Cost: after agreement, N nodes of n processes, p blocks of m/p bytes: by the digits of distances at best
// ceil(log2 N) + ceil(log2 n) rounds and beta m/2 (log2 N + log2 n), or (p - 1) alpha + beta m.
// Any p, any layout; unequal nodes: alltoallv.agreed.

#include "algorithms/nodes/alltoallv.hpp"

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/nodes/alltoallv_costs.hpp"

namespace tutti {
namespace {

task exchange_all(process& self, const_blocks send, blocks recv, int radix) {
  return radix >= self.size() ? alltoall_batched(self, send, recv)
                              : alltoall_bruck_radix(self, send, recv, radix);
}

/// Blocks padded to the longest, n at once on a lane of N and N at once on a node of n.
task combine(process& self, const_blocks send, blocks recv, const hierarchy* h, std::size_t longest, way by) {
  group lane = h->lane(), node = h->own_node();
  const int n = node.size(), many = h->nodes(), p = self.size(), rank = self.rank();
  const scratch sorted(self, static_cast<std::size_t>(p) * longest),
      come(self, static_cast<std::size_t>(p) * longest);
  const auto at = [longest](const scratch& in, int i, std::size_t bytes) {
    return in.slice(static_cast<std::size_t>(i) * longest, bytes);
  };
  const auto combined = [longest](const scratch& in, int each, int parts) {
    return blocks::regular(in.all().data, static_cast<std::size_t>(each) * longest, byte_type, parts);
  };

  for (int k = 0; k < p; ++k)
    if (const int to = h->rank_at(k); to != rank) self.copy(send[to], at(sorted, k, send[to].bytes()));
  co_await exchange_all(lane, combined(sorted, n, many), combined(come, n, many), by.lanes.radix);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j) self.copy(at(come, j * n + i, longest), at(sorted, i * many + j, longest));
  co_await exchange_all(node, combined(sorted, many, n), combined(come, many, n), by.node.radix);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j)
      if (const int from = h->rank_at(j, i); from != rank)
        self.copy(at(come, i * many + j, recv[from].bytes()), recv[from]);
}

}  // namespace

task alltoallv_on_lanes(process& self, call c, agreement agree) {
  const const_blocks send = c.send;
  const blocks recv = c.recv;
  const hierarchy h(self, c.nodes);
  const int rank = self.rank();
  if (!h.regular()) {
    co_await alltoall_agreed(self, send, recv, startups_of(c, c.nodes->per_node()));
    co_return;
  }
  extremes agreed = extremes_of(rank, send, recv);
  co_await agree(self, &h, agreed);
  const way by = fastest_way(h.nodes(), h.members(h.node()), lengths(agreed),
                             [&c](int sharing) { return startups_of(c, sharing); });
  if (by.straight) {
    co_await alltoall_batched(self, send, recv);
    co_return;
  }
  self.copy(send[rank], recv[rank]);
  if (agreed.longest > 0) co_await combine(self, send, recv, &h, agreed.longest, by);
}

}  // namespace tutti
