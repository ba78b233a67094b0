// Hierarchical allgather: gather on each node, allgather of the nodes' blocks among the leaders, broadcast on each node.
// Blocks are kept in node order, which is where they belong if the ranks of nodes are consecutive.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: ceil(log2 n) alpha + (n - 1)/p beta m, ceil(log2 N) alpha + (N - 1)/N beta m between
// the nodes, and (M - 1 + ceil(log2 n)) (alpha + beta m / M). Any p, any nodes.

#include "algorithms/allgather/allgather.hpp"

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/gather/gather.hpp"
#include "algorithms/hierarchical/hierarchical.hpp"

namespace tutti {

task allgather_hierarchical(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  const scratch aside(self, h.consecutive() ? 0 : static_cast<std::size_t>(self.size()) * block);
  const blocks all =
      h.consecutive() ? recv : blocks::regular(aside.all().data, block, byte_type, self.size());
  const std::size_t count = all[0].count;

  group node = h.own_node();
  const buffer mine = all.run(h.first(h.node()), node.size());
  co_await gather_binomial(node, in, blocks::regular(mine.data, count, *mine.type, node.size()), 0);
  if (h.leads()) {
    workspace<std::size_t> offsets(static_cast<std::size_t>(h.nodes()) + 1);
    for (int j = 0; j <= h.nodes(); ++j)
      offsets[static_cast<std::size_t>(j)] = static_cast<std::size_t>(h.first(j)) * count;
    const blocks by_node = blocks::consecutive(all[0].data, offsets.data(), *mine.type, h.nodes());
    group leaders = h.leaders();
    co_await allgather_bruck(leaders, mine, by_node);
  }
  co_await bcast_circulant(node, all.all(), 0, pieces);
  if (!h.consecutive())
    for (int k = 0; k < self.size(); ++k) self.copy(all[k], recv[h.rank_at(k)]);
}

const algorithm allgather_hierarchical_entry{
    .of = collective::allgather,
    .name = "hierarchical",
    .summary = "gather on each node, circulant graph between them, n-block broadcast on each",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgather_hierarchical(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const auto& across = s.equal_nodes() ? allgather_bruck_entry : allgatherv_bruck_entry;
          return price_of(gather_binomial_entry, s.per_node, s.bytes / s.p * s.per_node) +
                 price_of(across, s.node_count(), s.bytes) +
                 price_of(bcast_circulant_entry, s.per_node, s.bytes, s.pieces);
        },
    .stages = [](int p) { return pipeline{.fill = 1.0 * ceil_log2(p), .interval = 1}; },
    .on_network = traffic::by_node,
};

}  // namespace tutti
