// Hierarchical gather: on each node to its leader, then among the leaders to the root, which is the leader of
// its node. Blocks arrive in node order; if that is not rank order, the root reorders them.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Traeff, Rougier, "Zero-copy,
// hierarchical gather is not possible with MPI datatypes and collectives", EuroMPI/ASIA 2014.
// Cost: N nodes of n processes: (ceil(log2 n) + ceil(log2 N)) alpha + (p - 1)/p beta m: at most one round
// more than ceil(log2 p). Any p, any root; nodes of different sizes send lengths first, in at most ceil(log2
// N) - 1 rounds.

#include "algorithms/gather/gather.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {

namespace {

task gather_on(process& self, const_buffer in, blocks recv, int root, const node_map* nodes,
               gathering across) {
  const hierarchy h(self, nodes, root);
  const std::size_t block = in.bytes();
  if (block == 0) co_return;
  const bool is_root = self.rank() == root, reorders = is_root && !h.consecutive();
  group node = h.own_node();
  const int held = reorders ? self.size() : h.leads() && !is_root ? node.size() : 0;
  const scratch room(self, static_cast<std::size_t>(held) * block);
  const blocks all = reorders ? blocks::regular(room.all().data, block, byte_type, self.size()) : recv;
  const buffer mine = is_root ? all.run(h.first(h.node()), node.size()) : room.all();

  const std::size_t count = mine.count / static_cast<std::size_t>(node.size());
  const blocks on_node = h.leads() ? blocks::regular(mine.data, count, *mine.type, node.size()) : blocks{};
  co_await gather_binomial(node, in, on_node, h.leader());
  if (!h.leads()) co_return;

  workspace<std::size_t> offsets(is_root ? static_cast<std::size_t>(h.nodes()) + 1 : 0);
  blocks by_node;
  if (is_root) {
    for (int j = 0; j <= h.nodes(); ++j)
      offsets[static_cast<std::size_t>(j)] = static_cast<std::size_t>(h.first(j)) * count;
    by_node = blocks::consecutive(all[0].data, offsets.data(), *mine.type, h.nodes());
  }
  group leaders = h.leaders();
  co_await across(leaders, mine, by_node, h.node_of(root));
  if (reorders)
    for (int k = 0; k < self.size(); ++k) self.copy(all[k], recv[h.rank_at(k)]);
}

}  // namespace

task gather_leaders(process& self, const_buffer in, blocks recv, int root, const node_map* nodes) {
  return gather_on(self, in, recv, root, nodes, has_lanes(nodes) ? gather_binomial : gatherv_binomial);
}

task gather_leaders_star(process& self, const_buffer in, blocks recv, int root, const node_map* nodes) {
  return gather_on(self, in, recv, root, nodes, gather_star);
}

extern const algorithm gather_leaders_entry{
    .of = collective::gather,
    .name = "leaders",
    .summary = "on each node, then between them: binomial trees",
    .source = "Traeff, HPC lecture; Traeff, Rougier 2014",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self, const call& c) { return gather_leaders(self, c.in, c.recv, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const auto& across = s.equal_nodes() ? gather_binomial_entry : gatherv_binomial_entry;
          return price_on_node(gather_binomial_entry, s, s.bytes / s.p * s.per_node) +
                 price_of_leaders(across, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm gather_leaders_star_entry{
    .of = collective::gather,
    .name = "leaders_star",
    .summary = "a binomial tree on each node, then straight to the root",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return gather_leaders_star(self, c.in, c.recv, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const double node = s.bytes / s.p * s.per_node, others = s.bytes - s.bytes / s.node_count();
          return far_cost({.rounds = s.node_count() - 1.0, .bytes = s.equal_nodes() ? others : s.bytes}) +
                 price_on_node(gather_binomial_entry, s, node);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
