// Full-lane broadcast: scatter on the root's node, a broadcast of each part on its lane, allgather on each
// node.
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: ceil(log2 n) alpha + (n - 1)/n beta m on the nodes twice, between them
// (M - 1 + ceil(log2 N)) (alpha + beta m / (n M)). Any p, any root; unequal nodes: bcast.leaders.

#include "algorithms/bcast/bcast.hpp"

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/shapes/scatter_parts.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, buffer data, int root, int pieces, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const turned_node from_root(self, h, h.place_of(root));
  group node = from_root.processes(), lane = h.lane();
  const buffer part = data.part(node.rank(), node.size());
  const bool at_root = h.node() == h.node_of(root);
  if (at_root) co_await bcast_scatter_parts(node, data, 0);
  co_await bcast_circulant(lane, part, h.node_of(root), pieces);
  if (at_root) {  // the root has all parts, and its data is not written
    if (!data.empty()) co_await bcast_allgather_parts(node, data, 0);
    co_return;
  }
  const node_parts parts(data, node.size());
  co_await allgather_bruck(node, part, parts.of(data));
}

}  // namespace

task bcast_full_lane(process& self, buffer data, int root, int pieces, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, data, root, pieces, nodes)
                          : bcast_leaders(self, data, root, pieces, nodes);
}

extern const algorithm bcast_full_lane_entry{
    .of = collective::bcast,
    .name = "full_lane",
    .summary = "scatter on the root's node, n-block broadcasts on all lanes, allgather on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return bcast_full_lane(self, c.out, c.root, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return bcast_leaders_entry.price(s);
          const cost scatter =
              near_cost({.rounds = 1.0 * ceil_log2(s.per_node), .bytes = s.bytes - s.bytes / s.per_node});
          return scatter + price_of_lanes(bcast_circulant_entry, s, s.bytes / s.per_node, s.pieces) +
                 price_on_whole_node(allgather_bruck_entry, s, s.bytes);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
