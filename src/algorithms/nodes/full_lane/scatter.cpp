// Full-lane scatter: the root puts the blocks in lane order; each process of its node gets the blocks of its
// lane, and scatters them on the lane.
//
//   lane order: block i N + j is that of the process at place i of node j
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (ceil(log2 n) + ceil(log2 N)) alpha + (p - 1)/p beta m: at most one round
// more than ceil(log2 p). Any p, any root; unequal nodes: scatter.leaders.

#include "algorithms/scatter/scatter.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_blocks send, buffer out, int root, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = out.bytes();
  if (block == 0) co_return;
  group node = h.own_node(), lane = h.lane();
  const bool at_root = h.node() == h.node_of(root), is_root = self.rank() == root;
  const std::size_t row = static_cast<std::size_t>(h.nodes()) * block;
  const scratch room(self, is_root ? static_cast<std::size_t>(node.size()) * row : at_root ? row : 0);
  const buffer all = room, mine = is_root ? all.slice(static_cast<std::size_t>(h.place()) * row, row) : all;

  // In place the root's own block must not be written: the result goes to its copy.
  if (is_root && same_elements(send[root], out))
    out = mine.slice(static_cast<std::size_t>(h.node()) * block, block);
  const_blocks rows, on_lane;
  if (is_root) {
    std::size_t to = 0;
    for (int i = 0; i < node.size(); ++i)
      for (int j = 0; j < h.nodes(); ++j, to += block) self.copy(send[h.rank_at(j, i)], all.slice(to, block));
    rows = const_blocks::regular(all.data, row, byte_type, node.size());
  }
  if (at_root) {
    co_await scatter_binomial(node, rows, mine, h.place_of(root));
    on_lane = const_blocks::regular(mine.data, block, byte_type, h.nodes());
  }
  co_await scatter_binomial(lane, on_lane, out, h.node_of(root));
}

}  // namespace

task scatter_full_lane(process& self, const_blocks send, buffer out, int root, const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, send, out, root, nodes)
                          : scatter_leaders(self, send, out, root, nodes);
}

extern const algorithm scatter_full_lane_entry{
    .of = collective::scatter,
    .name = "full_lane",
    .summary = "binomial trees on the root's node, then on all lanes",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return scatter_full_lane(self, c.send, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return scatter_leaders_entry.price(s);
          return price_on_node(scatter_binomial_entry, s, s.bytes) +
                 price_of_lanes(scatter_binomial_entry, s, s.bytes / s.per_node);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
