// Broadcast = Scatter + Allgather, both between neighbours: p parts are scattered along a linear array, then
// go round a ring.
// Source: Chan, Heimlich, Purkayastha, van de Geijn, "Collective communication: theory, practice, and
// experience", 2007; Traeff, HPC lecture "Collectives", "Linear-array scatter", "Broadcast = Scatter +
// Allgather".
// Cost: 2 (p - 1) alpha + 2 (p - 1)/p beta m, that of bcast.chain with M = p. Any p, any root. Only
// neighbours talk. Array and ring go through one node after the other. In the source a process passes on
// parts without keeping them. Here parts are received where they belong, so that no memory is needed. The
// ring sends them again.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/scatter_parts.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// Parts p - 1, p - 2, ..., v arrive at process v in this order. Each is passed on while the next one arrives.
task scatter_along_array(process& self, buffer data, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  const int before = v > 0 ? order.rank_of(absolute_rank(v - 1, first, p)) : nobody;
  const int after = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  if (v > 0) co_await self.recv(data.part(p - 1, p), before);
  for (int part = p - 1; part > v; --part)
    co_await self.sendrecv(data.part(part, p), after, data.part(part - 1, p), before);
}

task bcast_linear_array(process& self, buffer data, int root, const node_map* nodes) {
  co_await scatter_along_array(self, data, root, nodes);
  co_await bcast_ring_parts(self, data, root, nodes);
}

}  // namespace

extern const algorithm bcast_linear_array_entry{
    .of = collective::bcast,
    .name = "linear_array",
    .summary = "scatter along a linear array, then allgather on a ring",
    .source = "Chan, Heimlich, Purkayastha, van de Geijn 2007",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_linear_array(self, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 2 * (s.p - 1.0), .bytes = 2 * (s.bytes - s.bytes / s.p)};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
