// Broadcast down a binary tree of nodes and a binary tree on each node, pipelined with M
// blocks through both at once.
// Source: Traeff, HPC lecture "Collectives", "Pipelined binary tree" and "Hierarchical collectives".
// Cost: N nodes of n processes: at most (fill(N) + 2 + fill(n) + 4 (M - 1)) (alpha + beta m / M),
// fill(k) <= 2 log2 k + 1. On processes that need not wait until a message has arrived before they send the
// next, the times are those of the links: a block enters each node once while the one before is distributed
// there. Any p, any root, any nodes.

#include "algorithms/bcast/bcast.hpp"

#include "algorithms/nodes/tree/costs.hpp"
#include "algorithms/nodes/tree/place.hpp"
#include "algorithms/nodes/tree/tree.hpp"

namespace tutti {

task bcast_below(process& self, buffer data, int root, int pieces, const node_map* nodes,
                 leaders_are connected) {
  const node_tree_place at(hierarchy(self, nodes, root), root, connected);
  const auto children = at.children();
  if (at.parent != nobody) co_await self.recv(data.part(0, pieces), at.parent);
  // All children are served while the next block is received.
  for (int i = 0; i < pieces; ++i) {
    std::array<transfer, node_tree_place::most_children + 1> all;
    std::size_t k = 0;
    for (const auto& child : children) all[k++] = {data.part(i, pieces), child.rank, buffer{}, nobody};
    if (at.parent != nobody && i + 1 < pieces)
      all[k++] = {const_buffer{}, nobody, data.part(i + 1, pieces), at.parent};
    const std::span<transfer> now = std::span(all).first(k);
    if (k > 0) co_await self.together(now);
  }
}

task bcast_node_tree(process& self, buffer data, int root, int pieces, const node_map* nodes) {
  return bcast_below(self, data, root, pieces, nodes, leaders_are::tree);
}

extern const algorithm bcast_node_tree_entry{
    .of = collective::bcast,
    .name = "node_tree",
    .summary = "a binary tree of nodes, a binary tree on each, pipelined through both",
    .source = "Traeff, HPC lecture",
    .needs = {.bytes = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return bcast_node_tree(self, c.out, c.root, c.pieces, c.nodes); },
    .price = [](const shape& s) { return price_of_node_tree(s, leaders_are::tree); },
    .stages = [](int p) { return stages_of_node_tree({.p = p}); },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // for the worst root: how deep the trees are depends on it
};

}  // namespace tutti
