// Hierarchical alltoall: each node's leader gathers all blocks that its processes send, exchanges with the
// other leaders in one message for each pair of nodes, and scatters the blocks received.
//
//   gathered       of own process s:  for rank 0, 1, ..., p - 1
//   for node j     from own process s = 0, 1, ...:  for j's process 0, 1, ...     begins at block n first(j)
//   from node j    from j's process 0, 1, ...:  for own process d = 0, 1, ...     begins at block n first(j)
//   to scatter     for own process d:  from rank 0, 1, ..., p - 1
//
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Traeff, Rougier, "MPI
// collectives and datatypes for hierarchical all-to-all communication", EuroMPI/ASIA 2014.
// Cost: N nodes of n processes: twice ceil(log2 n) alpha + (n - 1) beta m, and (N - 1) (alpha + beta n m / N)
// between the nodes: few messages, but each leader holds n m bytes. Any p, any nodes.

#include "algorithms/alltoall/alltoall.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/gather/gather.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task alltoall_leaders(process& self, const_blocks send, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const int p = self.size();
  const std::size_t block = send[0].bytes(), vector = static_cast<std::size_t>(p) * block;
  if (block == 0) co_return;
  group node = h.own_node();
  const int n = node.size();
  const std::size_t all = h.leads() ? static_cast<std::size_t>(n) * vector : 0;
  const scratch room(self, all), sorted(self, all);
  const auto at = [block](const scratch& in, int i) {
    return in.slice(static_cast<std::size_t>(i) * block, block);
  };
  const auto vectors = [vector, n](const scratch& in) {
    return blocks::regular(in.all().data, vector, byte_type, n);
  };

  co_await gather_binomial(node, send.all(), vectors(room), 0);
  if (h.leads()) {
    workspace<std::size_t> offsets(static_cast<std::size_t>(h.nodes()) + 1);
    for (int j = 0; j <= h.nodes(); ++j)
      offsets[static_cast<std::size_t>(j)] =
          static_cast<std::size_t>(n) * static_cast<std::size_t>(h.first(j)) * block;
    const auto by_node = [&](const scratch& in) {
      return blocks::consecutive(in.all().data, offsets.data(), byte_type, h.nodes());
    };
    for (int j = 0, to = 0; j < h.nodes(); ++j)
      for (int s = 0; s < n; ++s)
        for (int d = 0; d < h.members(j); ++d) self.copy(at(room, s * p + h.rank_at(j, d)), at(sorted, to++));
    group leaders = h.leaders();
    co_await alltoall_direct(leaders, by_node(sorted), by_node(room));
    for (int k = 0; k < p; ++k)
      for (int d = 0; d < n; ++d) self.copy(at(room, k * n + d), at(sorted, d * p + h.rank_at(k)));
  }
  co_await scatter_binomial(node, vectors(sorted), recv.all(), 0);
}

extern const algorithm alltoall_leaders_entry{
    .of = collective::alltoall,
    .name = "leaders",
    .summary = "gather on each node, one message a pair of nodes, scatter on each",
    .source = "Traeff, HPC lecture; Traeff, Rougier 2014",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self, const call& c) { return alltoall_leaders(self, c.send, c.recv, c.nodes); },
    .price =
        [](const shape& s) {
          const double n = s.per_node, pair = n * n * s.bytes / s.p;  // the largest message between two nodes
          return price_on_node(gather_binomial_entry, s, n * s.bytes) +
                 price_of_leaders(alltoall_direct_entry, s, s.node_count() * pair) +
                 price_on_node(scatter_binomial_entry, s, n * s.bytes);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
