// Full-lane allgather: on each lane, then on each node the lanes' blocks, which are then put in rank order.
//
//   lane order: block i N + j is that of the process at place i of node j
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020; Traeff, HPC
// lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (ceil(log2 N) + ceil(log2 n)) alpha + (p - 1)/p beta m: at most one round more than
// ceil(log2 p). Any p; unequal nodes: allgather.hierarchical.

#include "algorithms/allgather/allgather.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/full_lane/full_lane.hpp"
#include "algorithms/full_lane/lanes.hpp"
#include "algorithms/hierarchical/hierarchical.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  group node = h.own_node(), lane = h.lane();
  const std::size_t row = static_cast<std::size_t>(h.nodes()) * block;
  const scratch room(self, static_cast<std::size_t>(self.size()) * block);
  const buffer all = room, mine = all.slice(static_cast<std::size_t>(h.place()) * row, row);
  co_await allgather_bruck(lane, in, blocks::regular(mine.data, block, byte_type, h.nodes()));
  co_await allgather_bruck(node, mine, blocks::regular(all.data, row, byte_type, node.size()));
  std::size_t from = 0;
  for (int i = 0; i < node.size(); ++i)
    for (int j = 0; j < h.nodes(); ++j, from += block)
      self.copy(all.slice(from, block), recv[h.rank_at(j, i)]);
}

}  // namespace

task allgather_full_lane(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, recv, nodes)
                          : allgather_hierarchical(self, in, recv, pieces, nodes);
}

const algorithm allgather_full_lane_entry{
    .of = collective::allgather,
    .name = "full_lane",
    .summary = "circulant graphs on all lanes, then on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgather_full_lane(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return allgather_hierarchical_entry.price(s);
          return price_of_lanes(allgather_bruck_entry, s, s.bytes / s.per_node) +
                 price_of(allgather_bruck_entry, s.per_node, s.bytes);
        },
    .stages = [](int p) { return pipeline{.fill = 1.0 * ceil_log2(p), .interval = 1}; },
    .on_network = traffic::by_node,
};

}  // namespace tutti
