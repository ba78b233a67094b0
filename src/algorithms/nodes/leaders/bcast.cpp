// Hierarchical broadcast: among the leaders of the nodes, the root being that of its own, then on each node.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Traeff 2023 for the parts.
// Cost: N nodes of n processes: (M - 1 + ceil(log2 N)) (alpha + beta m / M) between the nodes, as much with n
// for N on them. With M = 1 at most one round more than ceil(log2 p). Any p, any root, any nodes.

#include "algorithms/bcast/bcast.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {

task bcast_leaders(process& self, buffer data, int root, int pieces, const node_map* nodes) {
  const hierarchy h(self, nodes, root);
  if (h.leads()) {
    group leaders = h.leaders();
    co_await bcast_circulant(leaders, data, h.node_of(root), pieces);
  }
  group node = h.own_node();
  co_await bcast_circulant(node, data, h.leader(), pieces);
}

extern const algorithm bcast_leaders_entry{
    .of = collective::bcast,
    .name = "leaders",
    .summary = "between the nodes, then on each: n-block circulant schedules",
    .source = "Traeff, HPC lecture; Traeff 2023",
    .needs = {.bytes = true, .nodes = true},
    .run = [](process& self, const call& c) { return bcast_leaders(self, c.out, c.root, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          return price_of_leaders(bcast_circulant_entry, s, s.bytes, s.pieces) +
                 price_on_whole_node(bcast_circulant_entry, s, s.bytes, s.pieces);
        },
    .stages = [](int p) { return pipeline{.fill = ceil_log2(p) + 1.0, .interval = 2}; },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
