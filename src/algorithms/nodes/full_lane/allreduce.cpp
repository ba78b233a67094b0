// Full-lane allreduce: reduce-scatter on each node, an allreduce of each part on its lane, allgather on each
// node.
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: 2 (ceil(log2 n) + ceil(log2 N)) alpha + 2
// (p - 1)/p beta m + (p - 1)/p gamma m: the volume of the best flat algorithm, at most two rounds
// more. Any p; unequal nodes: allreduce.leaders.
// Requires: a commutative operator.

#include "algorithms/allreduce/allreduce.hpp"

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node(), lane = h.lane();
  const node_parts parts(in, node.size());
  const buffer own = out.part(node.rank(), node.size());
  const scratch part(self, own);
  co_await reduce_scatter_circulant(node, parts.of(in), part, op);
  co_await allreduce_circulant(lane, part, own, op);
  co_await allgather_bruck(node, own, parts.of(out));
}

}  // namespace

task allreduce_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, out, op, nodes) : allreduce_leaders(self, in, out, op, nodes);
}

extern const algorithm allreduce_full_lane_entry{
    .of = collective::allreduce,
    .name = "full_lane",
    .summary = "reduce-scatter on each node, allreduce on all lanes, allgather on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.commutative = true, .nodes = true},
    .run = [](process& self, const call& c) { return allreduce_full_lane(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return allreduce_leaders_entry.price(s);
          return price_on_whole_node(reduce_scatter_block_circulant_entry, s, s.bytes) +
                 price_of_lanes(allreduce_circulant_entry, s, s.bytes / s.per_node) +
                 price_on_whole_node(allgather_bruck_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
