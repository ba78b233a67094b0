// Reduction on nodes: on each node but the root's, from each of these to one process of the root's node, on
// the root's node. The broadcast of the same name backwards.
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, with a star between the nodes, which the processes of the root's node share.
// Cost: N nodes of n processes: at most (2 ceil(log2 n) + ceil((N - 1) / n))
// (alpha + (beta + gamma) m). Any p, any root.
// Requires: a commutative operator.

#include "algorithms/reduce/reduce.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {

task reduce_node_pairs(process& self, const_buffer in, buffer out, operation op, int root,
                       const node_map* nodes) {
  const hierarchy h(self, nodes);
  const bool at_root = h.node() == h.node_of(root);
  group node = h.own_node();
  if (!at_root) {
    const scratch sum(self, h.leads() ? in.count : 0, *in.type);
    co_await reduce_binomial(node, in, sum, op, 0);
    if (h.leads()) co_await self.send(sum, server_of(h, h.node(), root));
    co_return;
  }
  // The vectors received are side by side, this process's vector behind them.
  int served = 0;
  each_served(h, root, [&served](int, int) { ++served; });
  const auto n = static_cast<std::size_t>(served);
  const scratch room(self, n > 0 ? (n + 1) * in.count : 0, *in.type);
  const_buffer own = in;
  if (n > 0) {
    workspace<transfer> all(n);
    std::size_t i = 0;
    each_served(h, root, [&](int, int leader) {
      all[i] = {const_buffer{}, nobody, room.slice(i * in.count, in.count), leader};
      ++i;
    });
    const std::span<transfer> now = all;
    co_await self.together(now);
    const buffer sum = room.slice(n * in.count, in.count);
    self.copy(in, sum);
    for (i = 0; i < n; ++i) self.reduce(op, room.slice(i * in.count, in.count), sum);
    own = sum;
  }
  co_await reduce_binomial(node, own, out, op, h.place_of(root));
}

extern const algorithm reduce_node_pairs_entry{
    .of = collective::reduce,
    .name = "node_pairs",
    .summary = "on each node, from each to a process of the root's node, on that",
    .source = "after Traeff, Hunold 2020",
    .needs = {.commutative = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return reduce_node_pairs(self, c.in, c.out, c.op, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const cost here = price_on_node(reduce_binomial_entry, s, s.bytes);
          const cost served = price_of_served(s, s.bytes);
          return here + served + cost{.reduced = served.bytes} + here;
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // the root's node may be a small one
};

}  // namespace tutti
