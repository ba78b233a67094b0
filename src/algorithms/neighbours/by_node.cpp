// Neighbourhood collectives with one message for each pair of nodes on which there are neighbours. On each of
// the two nodes one process is responsible for the pair: it collects the blocks for the other node and sends
// them to its counterpart there, which distributes them. The pairs are shared out among the processes of each
// node, so that all lanes are used. Blocks that stay on a node go straight.
// Source: Bienz, Gropp, Olson, "Node aware sparse matrix-vector multiplication", Journal of Parallel and
// Distributed Computing, 2019; Collom, Li, Bienz, "Optimizing irregular communication with neighborhood
// collectives and locality-aware parallelism", 2023.
// Cost: on n nodes of m processes each with a stencil of k nodes ceil(k/m) messages between nodes, and at
// most 2 (m - 1) on them. Blocks are copied once more for each message in which they travel. Any graph;
// lengths that not all processes know travel in front.

#include "algorithms/neighbours/neighbours.hpp"

namespace tutti {
namespace {

template <collective Of>
task run(process& self, const call& c) {
  const neighbourhood& mine = *c.neighbours;
  if (mine.facts().by_node.by == routing::kind::none)  // no nodes, or a degree of one
    return exchange_with(self, c, mine.destinations_by_distance(), mine.sources_by_distance());
  constexpr bool shared = shares_block(Of);
  return run_along(self, c, shared ? mine.by_node().shared : mine.by_node().apart,
                   has_equal_blocks(Of, mine.facts()));
}

template <collective Of>
cost price(const shape& s) {
  if (!s.graph || s.graph->by_node.by == routing::kind::none) return price_of_exchange(s);
  return price_along(s, s.graph->by_node, shares_block(Of), has_equal_blocks(Of, *s.graph));
}

template <collective Of>
constexpr algorithm by_node{
    .of = Of,
    .name = "by_node",
    .summary = "one message for each two nodes, shared out among their processes",
    .source = "Bienz, Gropp, Olson 2019; Collom, Li, Bienz 2023",
    .needs = {.nodes = true},
    .run = run<Of>,
    .price = price<Of>,
    .traits = {.on_network = traffic::by_node, .bound = true, .worst = 2},
};

}  // namespace

extern const algorithm neighbor_allgather_by_node_entry = by_node<collective::neighbor_allgather>;
extern const algorithm neighbor_allgatherv_by_node_entry = by_node<collective::neighbor_allgatherv>;
extern const algorithm neighbor_alltoall_by_node_entry = by_node<collective::neighbor_alltoall>;
extern const algorithm neighbor_alltoallv_by_node_entry = by_node<collective::neighbor_alltoallv>;
extern const algorithm neighbor_alltoallw_by_node_entry = by_node<collective::neighbor_alltoallw>;

}  // namespace tutti
