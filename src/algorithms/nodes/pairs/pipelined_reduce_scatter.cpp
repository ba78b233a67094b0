// Reduce-scatter: in each step a process combines its node's blocks for one other node, while the blocks that
// it combined in the step before are sent there. At the end the node combines the blocks received for it. The
// allgather of the same name backwards.
// Source: after Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// its phases are pipelined here.
// Cost: N nodes of n processes: at most n ceil(N / n) (alpha + (beta + gamma) m / N), and a reduce-scatter of
// m / N on the nodes. Any p; unequal nodes: reduce_scatter_block.leaders.
// Requires: a commutative operator; the blocks side by side and equal.

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/nodes/pairs/pipelined.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_blocks send, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  const int n = node.size(), many = h.nodes(), j = h.node(), place = h.place();
  const datatype& type = *out.type;
  const auto members = static_cast<std::size_t>(n);
  const std::size_t length = out.count * members;  // elements of a node's blocks
  // Node order, which is the order of the blocks if the ranks of nodes are consecutive.
  const scratch sorted(self, h.consecutive() ? 0 : send.all().count, type);
  if (!h.consecutive())
    for (int k = 0; k < self.size(); ++k)
      self.copy(send[h.rank_at(k)], sorted.slice(static_cast<std::size_t>(k) * out.count, out.count));
  const const_buffer all = h.consecutive() ? send.all() : sorted.all();
  const auto for_node = [&](int distance) {
    return all.slice(static_cast<std::size_t>(h.first(ring(j, distance, many))) * out.count, length);
  };

  const scratch sum(self, length, type);  // the sum for this node, at first this process's blocks
  self.copy(for_node(0), sum);
  // The last part is for messages between nodes.
  const scratch room(self, many > 1 ? members * length : 0, type);
  const scratch combined(self, many > 1 ? length : 0, type);
  workspace<transfer> transfers(members);
  for (int step = 0; many > 1 && step <= lane_steps(n, many); ++step) {
    std::size_t k = 0;
    const buffer received = room.slice((members - 1) * length, length);
    const int leaving = lane_distance(step - 1, place, n, many);
    if (leaving > 0)
      transfers[k++] = {combined, h.rank_at(ring(j, leaving, many), place), received,
                        h.rank_at(ring(j, -leaving, many), place)};
    const int own = lane_distance(step, place, n, many);
    for (int i = 1; i < n; ++i) {
      const int to = ring(place, i, n), from = ring(place, -i, n);
      const int other = lane_distance(step, to, n, many);
      if (own == 0 && other == 0) continue;
      const buffer part = own > 0 ? room.slice(static_cast<std::size_t>(i - 1) * length, length) : buffer{};
      transfers[k++] = {other > 0 ? for_node(other) : const_buffer{}, other > 0 ? h.rank_at(j, to) : nobody,
                        part, own > 0 ? h.rank_at(j, from) : nobody};
    }
    const std::span<transfer> now = transfers.first(k);
    if (k > 0) co_await self.together(now);
    if (leaving > 0) self.reduce(op, received, sum);
    if (own > 0) {
      self.copy(for_node(own), combined);
      for (int i = 1; i < n; ++i)
        self.reduce(op, room.slice(static_cast<std::size_t>(i - 1) * length, length), combined);
    }
  }
  const auto here = const_blocks::regular(sum.all().data, out.count, type, n);
  co_await reduce_scatter_circulant(node, here, out, op);
}

}  // namespace

task reduce_scatter_block_pipelined_node_pairs(process& self, const_blocks send, buffer out, operation op,
                                               const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, send, out, op, nodes)
                          : reduce_scatter_block_leaders(self, send, out, op, nodes);
}

extern const algorithm reduce_scatter_block_pipelined_node_pairs_entry{
    .of = collective::reduce_scatter_block,
    .name = "pipelined_node_pairs",
    .summary = "steps between the nodes while they combine what goes next, then on each node",
    .source = "after Traeff, Hunold 2020",
    .needs = {.commutative = true, .side_by_side = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return reduce_scatter_block_pipelined_node_pairs(self, c.send, c.out, c.op, c.nodes);
        },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return reduce_scatter_block_leaders_entry.price(s);
          cost steps = price_of_lane_steps(s);
          steps.reduced = steps.rounds * s.bytes / s.node_count();
          return steps +
                 price_on_whole_node(reduce_scatter_block_circulant_entry, s, s.bytes / s.node_count());
        },
    .traits = {.on_network = traffic::by_node, .bound = true},  // not every place has a message in every step
};

}  // namespace tutti
