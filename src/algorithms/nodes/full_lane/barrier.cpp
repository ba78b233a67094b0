// Full-lane barrier: dissemination on each node, then along all lanes at once; no release is needed, since
// every process hears from all nodes itself.
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, for the dissemination barrier of Hensgen, Finkel, Manber, 1988.
// Cost: N nodes of n processes: ceil(log2 n) rounds on the nodes and ceil(log2 N) between them, at most one
// more in total than the flat barrier. Any p; unequal nodes: dissemination among the leaders, which then
// release the processes of their nodes in ceil(log2 n) rounds.

#include "algorithms/barrier/barrier.hpp"

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"

namespace tutti {

task barrier_full_lane(process& self, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  co_await barrier_dissemination(node);
  if (has_lanes(nodes)) {
    group lane = h.lane();
    co_await barrier_dissemination(lane);
    co_return;
  }
  if (h.leads()) {
    group leaders = h.leaders();
    co_await barrier_dissemination(leaders);
  }
  co_await bcast_binomial(node, nothing, h.leader());
}

extern const algorithm barrier_full_lane_entry{
    .of = collective::barrier,
    .name = "full_lane",
    .summary = "dissemination on each node, then on all lanes",
    .source = "after Traeff, Hunold 2020",
    .needs = {.nodes = true},
    .run = [](process& self, const call& c) { return barrier_full_lane(self, c.nodes); },
    .price =
        [](const shape& s) {
          const cost here = price_on_whole_node(barrier_dissemination_entry, s, 0);
          const cost between = price_of_leaders(barrier_dissemination_entry, s, 0);
          return s.equal_nodes() ? here + between
                                 : here + between + price_on_node(bcast_binomial_entry, s, 0);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
