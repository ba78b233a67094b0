// Hierarchical reduce-scatter: reduction on each node to its leader, reduce-scatter of the nodes'
// blocks among the leaders, scatter on each node. If node order is not rank order, the leaders first
// put the blocks in node order.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives", by the same principle.
// Cost: N nodes of n processes, equal blocks: ceil(log2 n) (alpha + (beta + gamma) m),
// reduce_scatter.butterfly on N between the nodes, ceil(log2 n) alpha + (n - 1)/p beta m. Any p, any nodes.
// The lengths of different blocks are sent first.
// Requires: the blocks side by side; consecutive ranks on the nodes, or an operator that commutes.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {
namespace {

task reduce_scatter_on(process& self, const_blocks send, buffer out, operation op, const node_map* nodes,
                       scattering on_node) {
  const hierarchy h(self, nodes);
  const int p = self.size();
  const const_buffer vector = send.all();
  group node = h.own_node();
  const int n = node.size(), first = h.first(h.node());
  const std::size_t needed = h.leads() ? vector.count : 0;
  const scratch sum(self, needed, *out.type), sorted(self, h.consecutive() ? 0 : needed, *out.type);
  co_await reduce_binomial(node, vector, sum, op, 0);
  if (!h.leads()) {
    co_await on_node(node, const_blocks{}, out, 0);
    co_return;
  }

  // start[k]: the first element of the k-th block in node order.
  workspace<std::size_t> start(static_cast<std::size_t>(p) + 1),
      node_start(static_cast<std::size_t>(h.nodes()) + 1);
  start[0] = 0;
  for (int k = 0; k < p; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const int rank = h.rank_at(k);
    start[i + 1] = start[i] + send[rank].count;
    if (!h.consecutive())
      self.copy(sum.slice(send.run(0, rank).count, send[rank].count),
                sorted.slice(start[i], send[rank].count));
  }
  for (int j = 0; j <= h.nodes(); ++j)
    node_start[static_cast<std::size_t>(j)] = start[static_cast<std::size_t>(h.first(j))];
  const buffer ordered = h.consecutive() ? sum.all() : sorted.all();

  // The first elements of this node's blocks when stored by themselves.
  workspace<std::size_t> offsets(static_cast<std::size_t>(n) + 1);
  for (int i = 0; i <= n; ++i)
    offsets[static_cast<std::size_t>(i)] =
        start[static_cast<std::size_t>(first + i)] - start[static_cast<std::size_t>(first)];
  const scratch own(self, offsets.back(), *out.type);
  group leaders = h.leaders();
  const auto by_node = const_blocks::consecutive(ordered.data, node_start.data(), *out.type, h.nodes());
  co_await reduce_scatter_butterfly(leaders, by_node, own, op);
  const auto blocks_here = const_blocks::consecutive(own.all().data, offsets.data(), *out.type, n);
  co_await on_node(node, blocks_here, out, 0);
}

}  // namespace

task reduce_scatter_leaders(process& self, const_blocks send, buffer out, operation op,
                            const node_map* nodes) {
  return reduce_scatter_on(self, send, out, op, nodes, scatterv_binomial);
}

task reduce_scatter_block_leaders(process& self, const_blocks send, buffer out, operation op,
                                  const node_map* nodes) {
  return reduce_scatter_on(self, send, out, op, nodes, scatter_binomial);
}

extern const algorithm reduce_scatter_leaders_entry{
    .of = collective::reduce_scatter,
    .name = "leaders",
    .summary = "reduce on each node, halving between them, scatter on each; in rank order",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_leaders(self, c.send, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          const double node = s.in_blocks(s.per_node);  // largest number of bytes of a node
          return price_on_node(reduce_binomial_entry, s, s.bytes) +
                 price_of_leaders(reduce_scatter_butterfly_entry, s, s.bytes, 1, node) +
                 price_on_node(scatterv_binomial_entry, s, node);
        },
    .traits = {.on_network = traffic::by_node, .bound = true, .same_for_elements = true},
};

extern const algorithm reduce_scatter_block_leaders_entry{
    .of = collective::reduce_scatter_block,
    .name = "leaders",
    .summary = "reduce on each node, halving between them, scatter on each; in rank order",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_block_leaders(self, c.send, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          const double unequal = s.equal_nodes() ? 1 : s.node_count();  // all may be on one node
          return price_on_node(reduce_binomial_entry, s, s.bytes) +
                 price_of_leaders(reduce_scatter_butterfly_entry, s, s.bytes * unequal) +
                 price_on_node(scatter_binomial_entry, s, s.bytes / s.p * s.per_node);
        },
    .traits = {.on_network = traffic::by_node, .same_for_elements = true},
};

}  // namespace tutti
