// Hierarchical allgather: gather on each node, allgather of the nodes' blocks among the leaders, broadcast on
// each node. Blocks are kept in node order, which is their final order if the ranks of nodes are consecutive.
// Irregular blocks are gathered by an allgather: all know their lengths, which a gather would have to send
// first, in as many rounds.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: ceil(log2 n) alpha + (n - 1)/p beta m, ceil(log2 N) alpha + (N - 1)/N beta m
// between the nodes, and (M - 1 + ceil(log2 n)) (alpha + beta m / M). One giant block may be in every
// message: ceil(log2 n) beta m and ceil(log2 N) beta m. Any p, any nodes.

#include "algorithms/allgather/allgather.hpp"

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/gather/gather.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {

namespace {

task allgather_on(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes,
                  gathering on_node) {
  const hierarchy h(self, nodes);
  const int p = self.size(), first = h.first(h.node());
  const datatype& type = *recv[0].type;
  // start[k]: the first element of the k-th block in node order.
  workspace<std::size_t> start(static_cast<std::size_t>(p) + 1);
  start[0] = 0;
  for (int k = 0; k < p; ++k) {
    const auto i = static_cast<std::size_t>(k);
    start[i + 1] = start[i] + recv[h.rank_at(k)].count;
  }
  const std::size_t total = start[static_cast<std::size_t>(p)];
  if (total == 0) co_return;
  const scratch aside(self, h.consecutive() ? 0 : total, type);
  const buffer all = h.consecutive() ? recv.all() : aside.all();
  const auto in_order = blocks::consecutive(all.data, start.data(), type, p);

  group node = h.own_node();
  co_await on_node(node, in, blocks::consecutive(all.data, start.data() + first, type, node.size()), 0);
  if (h.leads()) {
    workspace<std::size_t> node_start(static_cast<std::size_t>(h.nodes()) + 1);
    for (int j = 0; j <= h.nodes(); ++j)
      node_start[static_cast<std::size_t>(j)] = start[static_cast<std::size_t>(h.first(j))];
    const auto by_node = blocks::consecutive(all.data, node_start.data(), type, h.nodes());
    group leaders = h.leaders();
    co_await allgather_bruck(leaders, in_order.run(first, node.size()), by_node);
  }
  co_await bcast_circulant(node, all, 0, pieces);
  if (!h.consecutive())
    for (int k = 0; k < p; ++k) self.copy(in_order[k], recv[h.rank_at(k)]);
}

task gather_known(process& self, const_buffer in, blocks recv, int) {
  return allgather_bruck(self, in, recv);
}

}  // namespace

task allgather_leaders(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  return allgather_on(self, in, recv, pieces, nodes, gather_binomial);
}
task allgatherv_leaders(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes) {
  return allgather_on(self, in, recv, pieces, nodes, gather_known);
}

extern const algorithm allgather_leaders_entry{
    .of = collective::allgather,
    .name = "leaders",
    .summary = "gather on each node, circulant graph between them, n-block broadcast on each",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgather_leaders(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const auto& across = s.equal_nodes() ? allgather_bruck_entry : allgatherv_bruck_entry;
          const double node = s.bytes / s.p * s.per_node;  // the largest node's blocks
          return price_on_node(gather_binomial_entry, s, node) +
                 price_of_leaders(across, s, s.bytes, 1, node) +
                 price_on_whole_node(bcast_circulant_entry, s, s.bytes, s.pieces);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm allgatherv_leaders_entry{
    .of = collective::allgatherv,
    .name = "leaders",
    .summary = "circulant graph on each node, then between them, n-block broadcast on each",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allgatherv_leaders(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          const double node = s.in_blocks(s.per_node);  // largest number of bytes of a node
          return price_on_whole_node(allgatherv_bruck_entry, s, node, 1, s.longest_block()) +
                 price_of_leaders(allgatherv_bruck_entry, s, s.bytes, 1, node) +
                 price_on_whole_node(bcast_circulant_entry, s, s.bytes, s.pieces);
        },
    .stages = logarithmic_pipeline,
    .traits = {.on_network = traffic::by_node,
               .bound = true,  // empty runs are not sent; one giant block may cost its length in every round
               .exact_if_equal = true,
               .surplus = true},
};

}  // namespace tutti
