// Alltoall of blocks of any lengths on nodes. Each two nodes agree directly on the longest block, on the
// largest number of non-empty blocks that a process sends or receives, and on the largest sum of their bytes.
// Then small blocks travel padded to the longest, combined on all lanes and on each node, and large ones
// straight, as in alltoallv.full_lane.
//
//   1. on each node the maxima
//   2. each two nodes exchange their maxima, by each_pair()
//   3. on each node the maxima of those received
//
// Source: after Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// agreement and padding as in alltoallv.agreed: Fan et al. 2022, Traeff 2018.
// Cost: N nodes of n processes: to agree 2 ceil(log2 n) and at most 2 ceil(N / n) - 1 rounds of 24 bytes,
// between fast nodes of many processes less than in alltoallv.full_lane; then as alltoallv.full_lane. Any p,
// any layout; unequal nodes: alltoallv.agreed.

#include "algorithms/nodes/alltoallv.hpp"

#include "algorithms/nodes/alltoallv_costs.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {
namespace {

task agree(process& self, const hierarchy* h, extremes& mine) {
  group node = h->own_node();
  co_await greatest_of_all(node, mine);
  const workspace<extremes> others(static_cast<std::size_t>(h->nodes()));
  const workspace<transfer> pairs(static_cast<std::size_t>(h->nodes()));
  extremes own = mine;
  std::size_t k = 0;
  each_pair(*h, [&](int, int rank) {
    pairs[k] = {message_of(own), rank, message_of(others[k]), rank};
    ++k;
  });
  const std::span<transfer> now = pairs.first(k);
  if (k > 0) co_await self.together(now);
  for (const extremes& other : others.first(k)) mine = greatest(mine, other);
  co_await greatest_of_all(node, mine);
}

cost price(const shape& s) {
  return price_on_lanes(s, near_cost(price_of_agreement(2 * ceil_log2(s.per_node)), s.per_node) +
                               price_of_pairs(s, sizeof(extremes)));
}

}  // namespace

constexpr algorithm entry{
    .of = collective::alltoallv,
    .name = "node_pairs",
    .summary = "as full_lane, but each two nodes agree directly",
    .source = "after Traeff, Hunold 2020; Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022",
    .needs = {.straight = true, .nodes = true},
    .run = [](process& self, const call& c) { return alltoallv_on_lanes(self, c, agree); },
    .price = price,
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .surplus = true,
               .worst = 2},  // as with batched, where some blocks are empty
};
extern const algorithm alltoallv_node_pairs_entry = entry;
extern const algorithm alltoallw_node_pairs_entry = as(entry, collective::alltoallw);

}  // namespace tutti
