// Allgather on each node, whose blocks then go to all other nodes in steps. In each step the processes of the
// node also share out the blocks received in the step before.
// Source: after Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// its phases are pipelined here.
// Cost: N nodes of n processes: ceil(log2 n) alpha + (n - 1)/p beta m, and at most n
// ceil(N / n) (alpha + beta m / N).
// Any p; unequal nodes: allgather.leaders.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/nodes/pairs/pipelined.hpp"

namespace tutti {
namespace {

task on_lanes(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  group node = h.own_node();
  const int n = node.size(), many = h.nodes(), j = h.node(), place = h.place();
  // Node order, which is the final order if the ranks of nodes are consecutive.
  const scratch aside(self, h.consecutive() ? 0 : static_cast<std::size_t>(self.size()) * block);
  const blocks all =
      h.consecutive() ? recv : blocks::regular(aside.all().data, block, byte_type, self.size());
  const auto of_node = [&](int distance) { return all.run(h.first(ring(j, -distance, many)), n); };

  const buffer mine = of_node(0);
  const std::size_t count = mine.count / static_cast<std::size_t>(n);
  co_await allgather_bruck(node, in, blocks::regular(mine.data, count, *mine.type, n));
  workspace<transfer> transfers(static_cast<std::size_t>(n));
  for (int step = 0; many > 1 && step <= lane_steps(n, many); ++step) {
    std::size_t k = 0;
    if (const int d = lane_distance(step, place, n, many); d > 0)
      transfers[k++] = {mine, h.rank_at(ring(j, d, many), place), of_node(d),
                        h.rank_at(ring(j, -d, many), place)};
    const int own = lane_distance(step - 1, place, n, many);
    for (int i = 1; i < n; ++i) {
      const int to = ring(place, i, n), from = ring(place, -i, n);
      const int other = lane_distance(step - 1, from, n, many);
      if (own == 0 && other == 0) continue;
      transfers[k++] = {own > 0 ? of_node(own) : buffer{}, own > 0 ? h.rank_at(j, to) : nobody,
                        other > 0 ? of_node(other) : buffer{}, other > 0 ? h.rank_at(j, from) : nobody};
    }
    const std::span<transfer> now = transfers.first(k);
    if (k > 0) co_await self.together(now);
  }
  if (!h.consecutive())
    for (int k = 0; k < self.size(); ++k) self.copy(all[k], recv[h.rank_at(k)]);
}

}  // namespace

task allgather_pipelined_node_pairs(process& self, const_buffer in, blocks recv, int pieces,
                                    const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, recv, nodes)
                          : allgather_leaders(self, in, recv, pieces, nodes);
}

extern const algorithm allgather_pipelined_node_pairs_entry{
    .of = collective::allgather,
    .name = "pipelined_node_pairs",
    .summary = "on each node, then steps between the nodes while what came is shared out",
    .source = "after Traeff, Hunold 2020",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return allgather_pipelined_node_pairs(self, c.in, c.recv, c.pieces, c.nodes);
        },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return allgather_leaders_entry.price(s);
          if (s.bytes <= 0) return cost{};
          return price_on_whole_node(allgather_bruck_entry, s, s.bytes / s.node_count()) +
                 price_of_lane_steps(s);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node, .bound = true},  // not every place has a message in every step
};

}  // namespace tutti
