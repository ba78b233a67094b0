// Allgather on nodes: on each node, whose blocks then go in one message to each other node, and again on each
// node for the blocks received. Blocks are kept by place, and are put in rank order at the end:
//
//        place i has the blocks of nodes i, i + n, i + 2n, ...
//        order in memory, N = 7, n = 3:  0 3 6 | 1 4 | 2 5
//
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, with an exchange of all with all between the nodes, which their processes share.
// Cost: N nodes of n processes: 2 ceil(log2 n) alpha + ((n - 1)/p + at most (n - 1) ceil(N / n) / N) beta m
// on the nodes, and at most 2 ceil(N / n) - 1 rounds of alpha + beta m / N between them. Any p.

#include "algorithms/allgather/allgather.hpp"

#include <cmath>

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {

task allgather_node_pairs(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  group node = h.own_node();
  const int n = node.size(), own = h.node();
  const scratch room(self, static_cast<std::size_t>(self.size()) * block);
  // start[b]: the offset of node b's blocks; first[i]: the offset of the blocks that place i receives.
  workspace<std::size_t> start(static_cast<std::size_t>(h.nodes())), first(static_cast<std::size_t>(n) + 1);
  std::size_t to = 0;
  for (int i = 0; i < n; ++i) {
    first[static_cast<std::size_t>(i)] = to;
    for (int b = i; b < h.nodes(); b += n) {
      start[static_cast<std::size_t>(b)] = to;
      to += static_cast<std::size_t>(h.members(b)) * block;
    }
  }
  first[static_cast<std::size_t>(n)] = to;
  const auto of_node = [&](int b) {
    return room.slice(start[static_cast<std::size_t>(b)], static_cast<std::size_t>(h.members(b)) * block);
  };

  const buffer mine = of_node(own);
  co_await allgather_bruck(node, in, blocks::regular(mine.data, block, byte_type, n));
  workspace<transfer> pairs(static_cast<std::size_t>(h.nodes()));
  std::size_t k = 0;
  each_pair(h, [&](int b, int rank) { pairs[k++] = {mine, rank, of_node(b), rank}; });
  const std::span<transfer> now = pairs.first(k);
  if (k > 0) co_await self.together(now);
  const auto by_place = blocks::consecutive(room.all().data, first.data(), byte_type, n);
  co_await allgather_bruck(node, by_place[h.place()], by_place);
  for (int b = 0; b < h.nodes(); ++b)
    for (int i = 0; i < h.members(b); ++i) {
      const std::size_t from = start[static_cast<std::size_t>(b)] + static_cast<std::size_t>(i) * block;
      self.copy(room.slice(from, block), recv[h.rank_at(b, i)]);
    }
}

extern const algorithm allgather_node_pairs_entry{
    .of = collective::allgather,
    .name = "node_pairs",
    .summary = "on each node, one message between each two nodes, on each node",
    .source = "after Traeff, Hunold 2020",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self, const call& c) { return allgather_node_pairs(self, c.in, c.recv, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const double node = s.per_node * s.bytes / s.p;
          // The most that a place receives: the blocks of one node more than other places.
          const double most = s.equal_nodes() ? std::ceil(1.0 * s.node_count() / s.per_node) * node : s.bytes;
          return price_on_whole_node(allgather_bruck_entry, s, node) + price_of_pairs(s, node) +
                 price_on_whole_node(allgatherv_bruck_entry, s, s.bytes, 1, most);
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true,  // which messages wait for each other depends on timing
               .surplus = true},
};

}  // namespace tutti
