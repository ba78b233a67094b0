// Full-lane reduction: reduce-scatter on each node, a reduction of each part on its lane to the root's node,
// where the root gathers the parts.
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: ceil(log2 n) alpha + (n - 1)/n (beta + gamma) m, between the nodes
// (M - 1 + ceil(log2 N)) (alpha + (beta + gamma) m / (n M)), ceil(log2 n) alpha + (n - 1)/n beta m. Any p,
// any root; unequal nodes: reduce.leaders.
// Requires: a commutative operator.

#include "algorithms/reduce/reduce.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/scatter_parts.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
              const node_map* nodes) {
  const hierarchy h(self, nodes);
  const turned_node from_root(self, h, h.place_of(root));
  group node = from_root.processes(), lane = h.lane();
  const int n = node.size(), v = node.rank();
  const bool at_root = h.node() == h.node_of(root), is_root = self.rank() == root;
  const node_parts parts(in, n);
  const scratch part(self, in.part(v, n));
  co_await reduce_scatter_circulant(node, parts.of(in), part, op);
  const scratch room(self, at_root && !is_root ? in.count : 0, *in.type);
  const buffer vector = is_root ? out : room.all();
  const buffer sum = at_root ? vector.part(v, n) : buffer{};
  co_await reduce_circulant(lane, part, sum, op, h.node_of(root), pieces);
  if (at_root) co_await reduce_gather_parts(node, vector, 0);
}

}  // namespace

task reduce_full_lane(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                      const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, out, op, root, pieces, nodes)
                          : reduce_leaders(self, in, out, op, root, nodes);
}

extern const algorithm reduce_full_lane_entry{
    .of = collective::reduce,
    .name = "full_lane",
    .summary = "reduce-scatter on each node, n-block reductions on all lanes, gather on the root's node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.commutative = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return reduce_full_lane(self, c.in, c.out, c.op, c.root, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return reduce_leaders_entry.price(s);
          return price_on_whole_node(reduce_scatter_block_circulant_entry, s, s.bytes) +
                 price_of_lanes(reduce_circulant_entry, s, s.bytes / s.per_node, s.pieces) +
                 near_cost({.rounds = 1.0 * ceil_log2(s.per_node), .bytes = s.bytes - s.bytes / s.per_node});
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
