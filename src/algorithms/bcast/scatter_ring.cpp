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
  co_await bcast_scatter_parts(self, data, root, nodes);
  co_await bcast_ring_parts(self, data, root, nodes);
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
