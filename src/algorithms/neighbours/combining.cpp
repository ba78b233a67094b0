// Neighbourhood collectives in which blocks that go in one direction travel together: along the dimensions of
// a grid, or by the digits of their distances around the ring of all. The grid, or the number of digits, is
// found once for each communicator. For a stencil it is the grid for which the stencil was made, however the
// processes are numbered, as long as it is a grid of ranks.
// Source: Traeff, Hunold, "Cartesian collective communication", ICPP 2019; for graphs that are no stencils
// Selvitopi, Aykanat, "Regularizing irregularly sparse point-to-point communications", SC 2019.
// Cost: in a grid of d dimensions with a stencil of 3^d points 2d messages instead of 3^d - 1, of 2 d
// 3^(d - 1) blocks in total, of 3^d - 1 where a process has one block for all; with digits to base r at most
// (r - 1) log_r p messages. Blocks are copied once more for each message in which they travel. Any graph;
// lengths that not all processes know travel in front.

#include "algorithms/neighbours/neighbours.hpp"

namespace tutti {
namespace {

constexpr int blocks_of(const routing::load& l, bool shared) { return shared ? l.shared_blocks : l.blocks; }

// The index of the fastest way for blocks of `block` bytes. `startup`: the bytes that travel during a
// start-up.
std::size_t fastest(const graph_facts& graph, double block, double startup, bool shared) {
  std::size_t best = 0;
  double least = 0;
  for (std::size_t k = 0; k < graph.ways.size(); ++k) {
    const routing& way = graph.ways[k];
    if (way.by == routing::kind::none) continue;
    const double bytes = way.all.messages * startup + blocks_of(way.all, shared) * block;
    if (k == 0 || bytes < least) best = k, least = bytes;
  }
  return best;
}

template <collective Of>
task run(process& self, const call& c) {
  const graph_facts& graph = c.neighbours->facts();
  constexpr bool shared = shares_block(Of);
  const bool equal = has_equal_blocks(Of, graph);
  const double startup = static_cast<double>(c.straight_beyond) / straight_startups;
  const double block = !equal ? assumed_neighbour_block : static_cast<double>(length_of_blocks(c));
  const route_plan& plan = c.neighbours->along(fastest(graph, block, startup, shared));
  return run_along(self, c, shared ? plan.shared : plan.apart, equal);
}

template <collective Of>
cost price(const shape& s) {
  if (!s.graph) return {};
  constexpr bool shared = shares_block(Of);
  const bool equal = has_equal_blocks(Of, *s.graph);
  const double startup = s.straight_beyond / straight_startups;
  return price_along(
      s,
      s.graph->ways[fastest(*s.graph, equal ? s.longest_block() : assumed_neighbour_block, startup, shared)],
      shared, equal);
}

template <collective Of>
constexpr algorithm along_ways{
    .of = Of,
    .name = "combining",
    .summary = "what goes in one direction travels together, along the dimensions of a grid or by digits",
    .source = "Traeff, Hunold 2019; Selvitopi, Aykanat 2019",
    .needs = {.straight = true, .ways = true},
    .run = run<Of>,
    .price = price<Of>,
    .traits = {.bound = true, .worst = 2},
};

}  // namespace

cost price_along(const shape& s, const routing& way, bool shared, bool equal) noexcept {
  if (equal && s.bytes <= 0) return {};
  constexpr double length = sizeof(std::size_t);
  const double all = blocks_of(way.all, shared), near = all - blocks_of(way.far, shared),
               block = s.longest_block() + (equal ? 0 : length), times = equal ? 1 : 2;
  return {.rounds = times * way.all.messages,
          .bytes = all * block,
          .near_rounds = times * (way.all.messages - way.far.messages),
          .near_bytes = near * block,
          .behind = times * way.all.behind,
          .near_behind = times * (way.all.behind - way.far.behind),
          .link_bytes = (shared ? way.on_node.shared_crossing : way.on_node.crossing) * block,
          .memory_bytes = (shared ? way.on_node.shared_inside : way.on_node.inside) * block};
}

extern const algorithm neighbor_allgather_combining_entry = along_ways<collective::neighbor_allgather>;
extern const algorithm neighbor_allgatherv_combining_entry = along_ways<collective::neighbor_allgatherv>;
extern const algorithm neighbor_alltoall_combining_entry = along_ways<collective::neighbor_alltoall>;
extern const algorithm neighbor_alltoallv_combining_entry = along_ways<collective::neighbor_alltoallv>;
extern const algorithm neighbor_alltoallw_combining_entry = along_ways<collective::neighbor_alltoallw>;

}  // namespace tutti
