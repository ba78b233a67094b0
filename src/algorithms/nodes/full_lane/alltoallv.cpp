// Full-lane alltoall of blocks of any lengths: on each node and then on all lanes the processes agree on the
// longest block, on the largest number of non-empty blocks that a process sends or receives, and on the
// largest sum of their bytes. Then small blocks travel padded to the longest, combined likewise, and large
// ones straight.
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// agreement and padding as in alltoallv.agreed: Fan et al. 2022, Traeff 2018.
// Cost: N nodes of n processes: to agree ceil(log2 n) and ceil(log2 N) rounds of 24 bytes. For p blocks of
// m/p bytes then, by the digits of distances, at best ceil(log2 N) + ceil(log2 n) rounds and beta m/2
// (log2 N + log2 n), or (p - 1) alpha + beta m.
// Any p, any layout; unequal nodes: alltoallv.agreed.

#include "algorithms/nodes/alltoallv.hpp"

#include "algorithms/nodes/alltoallv_costs.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"

namespace tutti {
namespace {

task agree(process& /*self*/, const hierarchy* h, extremes& mine) {
  group node = h->own_node(), lane = h->lane();
  co_await greatest_of_all(node, mine);
  co_await greatest_of_all(lane, mine);
}

cost price(const shape& s) {
  return price_on_lanes(s, near_cost(price_of_agreement(ceil_log2(s.per_node)), s.per_node) +
                               far_cost(price_of_agreement(ceil_log2(s.node_count())), s.per_node));
}

}  // namespace

constexpr algorithm entry{
    .of = collective::alltoallv,
    .name = "full_lane",
    .summary = "agree on each node and on all lanes; small blocks combined likewise, large ones straight",
    .source = "Traeff, Hunold 2020; Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022",
    .needs = {.straight = true, .nodes = true},
    .run = [](process& self, const call& c) { return alltoallv_on_lanes(self, c, agree); },
    .price = price,
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .exact_if_equal = true,
               .surplus = true,
               .worst = 2},  // as with batched, where some blocks are empty
};
extern const algorithm alltoallv_full_lane_entry = entry;
extern const algorithm alltoallw_full_lane_entry = as(entry, collective::alltoallw);

}  // namespace tutti
