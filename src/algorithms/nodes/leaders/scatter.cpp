// Hierarchical scatter: among the leaders, the root being that of its node, then on each node. If node order
// is not rank order, the root first puts the blocks in node order.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Traeff, Rougier, "Zero-copy,
// hierarchical gather is not possible with MPI datatypes and collectives", EuroMPI/ASIA 2014.
// Cost: N nodes of n processes: (ceil(log2 N) + ceil(log2 n)) alpha + (p - 1)/p beta m: at most one round
// more than ceil(log2 p). Any p, any root; nodes of different sizes send lengths first, in at most ceil(log2
// N) - 1 rounds.

#include "algorithms/scatter/scatter.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {

namespace {

task scatter_on(process& self, const_blocks send, buffer out, int root, const node_map* nodes,
                scattering across) {
  const hierarchy h(self, nodes, root);
  const std::size_t block = out.bytes();
  if (block == 0) co_return;
  const bool is_root = self.rank() == root, reorders = is_root && !h.consecutive();
  group node = h.own_node();
  const int n = node.size(), held = reorders ? self.size() : h.leads() ? n : 0;
  const scratch room(self, static_cast<std::size_t>(held) * block);
  const auto own = static_cast<std::size_t>(n) * block;

  if (h.leads()) {
    const_blocks all = send;
    buffer mine = room.slice(0, own);
    if (reorders) {
      for (int k = 0; k < self.size(); ++k)
        self.copy(send[h.rank_at(k)], room.slice(static_cast<std::size_t>(k) * block, block));
      all = const_blocks::regular(room.all().data, block, byte_type, self.size());
      mine = room.slice(static_cast<std::size_t>(h.first(h.node())) * block, own);
    }
    workspace<std::size_t> offsets(is_root ? static_cast<std::size_t>(h.nodes()) + 1 : 0);
    const_blocks by_node;
    if (is_root) {
      for (int j = 0; j <= h.nodes(); ++j)
        offsets[static_cast<std::size_t>(j)] = all.run(0, h.first(j)).count;
      by_node = const_blocks::consecutive(all[0].data, offsets.data(), *all[0].type, h.nodes());
    }
    group leaders = h.leaders();
    co_await across(leaders, by_node, mine, h.node_of(root));
    // In place the root's own block must not be written: the result goes to its copy.
    if (is_root && same_elements(send[root], out))
      out = mine.slice(static_cast<std::size_t>(h.leader()) * block, block);
    co_await scatter_binomial(node, const_blocks::regular(mine.data, block, byte_type, n), out, h.leader());
  } else {
    co_await scatter_binomial(node, const_blocks{}, out, h.leader());
  }
}

}  // namespace

task scatter_leaders(process& self, const_blocks send, buffer out, int root, const node_map* nodes) {
  return scatter_on(self, send, out, root, nodes, has_lanes(nodes) ? scatter_binomial : scatterv_binomial);
}

task scatter_leaders_star(process& self, const_blocks send, buffer out, int root, const node_map* nodes) {
  return scatter_on(self, send, out, root, nodes, scatter_star);
}

extern const algorithm scatter_leaders_entry{
    .of = collective::scatter,
    .name = "leaders",
    .summary = "between the nodes, then on each: binomial trees",
    .source = "Traeff, HPC lecture; Traeff, Rougier 2014",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self, const call& c) { return scatter_leaders(self, c.send, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const auto& across = s.equal_nodes() ? scatter_binomial_entry : scatterv_binomial_entry;
          return price_of_leaders(across, s, s.bytes) +
                 price_on_node(scatter_binomial_entry, s, s.bytes / s.p * s.per_node);
        },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm scatter_leaders_star_entry{
    .of = collective::scatter,
    .name = "leaders_star",
    .summary = "straight from the root to each node, then on each: a binomial tree",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return scatter_leaders_star(self, c.send, c.out, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const double node = s.bytes / s.p * s.per_node, others = s.bytes - s.bytes / s.node_count();
          return far_cost({.rounds = s.node_count() - 1.0, .bytes = s.equal_nodes() ? others : s.bytes}) +
                 price_on_node(scatter_binomial_entry, s, node);
        },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
