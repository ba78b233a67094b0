// Broadcast = Scatter + Allgather: p parts are scattered, then go round a ring.
// Source: Barnett, Gupta, Payne, Shuler, van de Geijn, Watts, "Interprocessor collective communication
// library (InterCom)", 1994; Traeff, HPC lecture "Collectives".
// Cost: (ceil(log2 p) + p - 1) alpha + 2 (p - 1) / p beta m. Any p, any root. The ring goes through one node
// after the other.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/scatter_parts.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task bcast_scatter_ring(process& self, buffer data, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  co_await bcast_scatter_parts(self, data, root, nodes);
  // The root has all parts: nothing is sent to it, and the ring is open there.
  const int before = v > 0 ? order.rank_of(absolute_rank(v - 1, first, p)) : nobody;
  const int after = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  for (int part = v, round = 1; round < p; ++round) {
    const int next = ring(part, -1, p);
    co_await self.sendrecv(data.part(part, p), after, data.part(next, p), before);
    part = next;
  }
}

extern const algorithm bcast_scatter_ring_entry{
    .of = collective::bcast,
    .name = "scatter_ring",
    .summary = "scatter, then allgather on a ring",
    .source = "Barnett, Gupta, Payne, Shuler, van de Geijn, Watts 1994",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_scatter_ring(self, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          return cost{.rounds = ceil_log2(s.p) + s.p - 1.0, .bytes = 2 * (s.bytes - s.bytes / s.p)};
        },
    .traits = {.in_node_order = true},
};

}  // namespace tutti
