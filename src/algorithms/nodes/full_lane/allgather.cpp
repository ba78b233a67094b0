// Full-lane allgather: on each lane, then on each node the lanes' blocks, which are then put in rank order.
//
//   lane order: block i N + j is that of the process at place i of node j
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (ceil(log2 N) + ceil(log2 n)) alpha + (p - 1)/p beta m: at most one round
// more than ceil(log2 p). One giant block may be in every message. Any p; unequal nodes: allgather.leaders.

#include "algorithms/allgather/allgather.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node(), lane = h.lane();
  const datatype& type = *recv[0].type;
  const auto p = static_cast<std::size_t>(self.size()), many = static_cast<std::size_t>(h.nodes());
  // start[k]: the first element of the k-th block in lane order; row[i]: the first element of lane i's
  // blocks.
  workspace<std::size_t> start(p + 1), row(static_cast<std::size_t>(node.size()) + 1);
  std::size_t k = 0;
  start[0] = row[0] = 0;
  for (int i = 0; i < node.size(); ++i) {
    for (int j = 0; j < h.nodes(); ++j, ++k) start[k + 1] = start[k] + recv[h.rank_at(j, i)].count;
    row[static_cast<std::size_t>(i) + 1] = start[k];
  }
  if (start[p] == 0) co_return;
  const scratch room(self, start[p], type);
  const buffer all = room;
  const auto rows = blocks::consecutive(all.data, row.data(), type, node.size());
  const std::size_t* own = start.data() + static_cast<std::size_t>(h.place()) * many;
  co_await allgather_bruck(lane, in, blocks::consecutive(all.data, own, type, h.nodes()));
  co_await allgather_bruck(node, rows[h.place()], rows);
  const auto in_order = blocks::consecutive(all.data, start.data(), type, self.size());
  for (int i = 0; i < node.size(); ++i)
    for (int j = 0; j < h.nodes(); ++j) self.copy(in_order[i * h.nodes() + j], recv[h.rank_at(j, i)]);
}

}  // namespace

task allgather_full_lane(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, recv, nodes)
                          : allgather_leaders(self, in, recv, pieces, nodes);
}
task allgatherv_full_lane(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, recv, nodes)
                          : allgatherv_leaders(self, in, recv, pieces, nodes);
}

extern const algorithm allgather_full_lane_entry{
    .of = collective::allgather,
    .name = "full_lane",
    .summary = "circulant graphs on all lanes, then on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgather_full_lane(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return allgather_leaders_entry.price(s);
          return price_of_lanes(allgather_bruck_entry, s, s.bytes / s.per_node) +
                 price_on_whole_node(allgather_bruck_entry, s, s.bytes);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm allgatherv_full_lane_entry{
    .of = collective::allgatherv,
    .name = "full_lane",
    .summary = "circulant graphs on all lanes, then on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgatherv_full_lane(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return allgatherv_leaders_entry.price(s);
          const double lane = s.in_blocks(s.node_count());  // largest number of bytes of a lane
          return price_of_lanes(allgatherv_bruck_entry, s, lane, 1, s.longest_block()) +
                 price_on_whole_node(allgatherv_bruck_entry, s, s.bytes, 1, lane);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node,
               .bound = true,  // one giant block may cost its length in every round
               .exact_if_equal = true,
               .surplus = true},
};

}  // namespace tutti
