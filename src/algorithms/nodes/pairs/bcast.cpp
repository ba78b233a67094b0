// Broadcast on nodes: on the root's node, each of whose processes then sends to its share of the other nodes,
// then on these nodes.
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, with a star between the nodes, which the processes of the root's node share.
// Cost: N nodes of n processes: at most (2 ceil(log2 n) + ceil((N - 1) / n)) (alpha + beta m). Any p, any
// root.

#include "algorithms/bcast/bcast.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {

task bcast_node_pairs(process& self, buffer data, int root, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  if (h.node() != h.node_of(root)) {
    if (h.leads()) co_await self.recv(data, server_of(h, h.node(), root));
    co_await bcast_binomial(node, data, 0);
    co_return;
  }
  co_await bcast_binomial(node, data, h.place_of(root));
  workspace<transfer> all(static_cast<std::size_t>(h.nodes()));
  std::size_t n = 0;
  each_served(h, root, [&](int, int leader) { all[n++] = {data, leader, buffer{}, nobody}; });
  const std::span<transfer> now = all.first(n);
  if (n > 0) co_await self.together(now);
}

extern const algorithm bcast_node_pairs_entry{
    .of = collective::bcast,
    .name = "node_pairs",
    .summary = "on the root's node, from each of its processes to some nodes, on each node",
    .source = "after Traeff, Hunold 2020",
    .needs = {.nodes = true},
    .run = [](process& self, const call& c) { return bcast_node_pairs(self, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const cost here = price_on_node(bcast_binomial_entry, s, s.bytes);
          return here + price_of_served(s, s.bytes) + here;
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // the process that serves most nodes may have the data early
};

}  // namespace tutti
