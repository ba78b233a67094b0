// Barrier on nodes: dissemination on each, one message between each two of them, dissemination on each.
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, with an exchange of all with all between the nodes, which their processes share.
// Cost: N nodes of n processes: 2 ceil(log2 n) rounds on the nodes and at most 2
// ceil(N / n) - 1 between them. Any p.

#include "algorithms/barrier/barrier.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {

task barrier_node_pairs(process& self, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  co_await barrier_dissemination(node);
  workspace<transfer> all(static_cast<std::size_t>(h.nodes()));
  std::size_t n = 0;
  each_pair(h, [&](int, int rank) { all[n++] = {nothing, rank, nothing, rank}; });
  const std::span<transfer> now = all.first(n);
  if (n > 0) co_await self.together(now);
  co_await barrier_dissemination(node);
}

extern const algorithm barrier_node_pairs_entry{
    .of = collective::barrier,
    .name = "node_pairs",
    .summary = "on each node, one message between each two nodes, on each node",
    .source = "after Traeff, Hunold 2020",
    .needs = {.nodes = true},
    .run = [](process& self, const call& c) { return barrier_node_pairs(self, c.nodes); },
    .price =
        [](const shape& s) {
          const cost here = price_on_whole_node(barrier_dissemination_entry, s, 0);
          return here + price_of_pairs(s, 0) + here;
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // which messages wait for each other depends on timing
};

}  // namespace tutti
