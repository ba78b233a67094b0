// Full-lane gather: on each lane to the root's node, then on that node to the root, which puts the blocks in
// rank order.
//
//   lane order: block i N + j is that of the process at place i of node j
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (ceil(log2 N) + ceil(log2 n)) alpha + (p - 1)/p beta m: at most one round
// more than ceil(log2 p). Any p, any root; unequal nodes: gather.leaders.

#include "algorithms/gather/gather.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, blocks recv, int root, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  group node = h.own_node(), lane = h.lane();
  const bool at_root = h.node() == h.node_of(root), is_root = self.rank() == root;
  const std::size_t row = static_cast<std::size_t>(h.nodes()) * block;
  const scratch room(self, is_root ? static_cast<std::size_t>(node.size()) * row : at_root ? row : 0);
  const buffer all = room, mine = is_root ? all.slice(static_cast<std::size_t>(h.place()) * row, row) : all;

  const blocks on_lane = at_root ? blocks::regular(mine.data, block, byte_type, h.nodes()) : blocks{};
  co_await gather_binomial(lane, in, on_lane, h.node_of(root));
  if (!at_root) co_return;
  const blocks rows = is_root ? blocks::regular(all.data, row, byte_type, node.size()) : blocks{};
  co_await gather_binomial(node, mine, rows, h.place_of(root));
  if (!is_root) co_return;
  std::size_t from = 0;
  for (int i = 0; i < node.size(); ++i)
    for (int j = 0; j < h.nodes(); ++j, from += block)
      self.copy(all.slice(from, block), recv[h.rank_at(j, i)]);
}

}  // namespace

task gather_full_lane(process& self, const_buffer in, blocks recv, int root, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, recv, root, nodes)
                          : gather_leaders(self, in, recv, root, nodes);
}

extern const algorithm gather_full_lane_entry{
    .of = collective::gather,
    .name = "full_lane",
    .summary = "binomial trees on all lanes to the root's node, then on that",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self, const call& c) { return gather_full_lane(self, c.in, c.recv, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return gather_leaders_entry.price(s);
          return price_of_lanes(gather_binomial_entry, s, s.bytes / s.per_node) +
                 price_on_node(gather_binomial_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
