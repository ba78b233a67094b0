// Full-lane reduce-scatter: the blocks are put in lane order; a reduce-scatter on each node leaves each
// process the blocks of its lane, a second one on the lane its own block.
//
//   lane order: block i N + j is that of the process at place i of node j
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (ceil(log2 n) + ceil(log2 N)) alpha + (p - 1)/p (beta + gamma) m for equal
// blocks: at most one round more than ceil(log2 p). Any p; unequal nodes: reduce_scatter.leaders.
// Requires: a commutative operator; the blocks side by side.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_blocks send, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node(), lane = h.lane();
  const auto n = static_cast<std::size_t>(node.size()), many = static_cast<std::size_t>(h.nodes());
  const auto place = static_cast<std::size_t>(h.place());
  // row[i]: the first element of lane i's blocks; own[j]: that of node j's block within this process's lane.
  workspace<std::size_t> row(n + 1), own(many + 1);
  const scratch sorted(self, send.all().count, *out.type);
  std::size_t to = 0;
  for (std::size_t i = 0; i < n; ++i) {
    row[i] = to;
    for (std::size_t j = 0; j < many; ++j) {
      if (i == place) own[j] = to - row[i];
      const const_buffer block = send[h.rank_at(static_cast<int>(j), static_cast<int>(i))];
      self.copy(block, sorted.slice(to, block.count));
      to += block.count;
    }
    if (i == place) own[many] = to - row[i];
  }
  row[n] = to;
  const scratch part(self, own[many], *out.type);
  const auto rows = const_blocks::consecutive(sorted.all().data, row.data(), *out.type, node.size());
  co_await reduce_scatter_circulant(node, rows, part, op);
  const auto on_lane = const_blocks::consecutive(part.all().data, own.data(), *out.type, h.nodes());
  co_await reduce_scatter_circulant(lane, on_lane, out, op);
}

cost price_of_both(const shape& s) {
  const double lane = s.in_blocks(s.node_count());  // largest number of bytes of a lane
  return price_on_whole_node(reduce_scatter_circulant_entry, s, s.bytes, 1, lane) +
         price_of_lanes(reduce_scatter_circulant_entry, s, lane, 1, s.longest_block());
}

constexpr std::string_view summary = "circulant graphs on each node, then on all lanes";
constexpr std::string_view source = "Traeff, Hunold 2020; Traeff, HPC lecture";

}  // namespace

task reduce_scatter_full_lane(process& self, const_blocks send, buffer out, operation op,
                              const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, send, out, op, nodes)
                          : reduce_scatter_leaders(self, send, out, op, nodes);
}
task reduce_scatter_block_full_lane(process& self, const_blocks send, buffer out, operation op,
                                    const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, send, out, op, nodes)
                          : reduce_scatter_block_leaders(self, send, out, op, nodes);
}

extern const algorithm reduce_scatter_full_lane_entry{
    .of = collective::reduce_scatter,
    .name = "full_lane",
    .summary = summary,
    .source = source,
    .needs = {.commutative = true, .side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_full_lane(self, c.send, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          return s.equal_nodes() ? price_of_both(s) : reduce_scatter_leaders_entry.price(s);
        },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm reduce_scatter_block_full_lane_entry{
    .of = collective::reduce_scatter_block,
    .name = "full_lane",
    .summary = summary,
    .source = source,
    .needs = {.commutative = true, .side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_block_full_lane(self, c.send, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          return s.equal_nodes() ? price_of_both(s) : reduce_scatter_block_leaders_entry.price(s);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
