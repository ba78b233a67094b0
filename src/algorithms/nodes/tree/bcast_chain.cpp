// Broadcast along a chain of nodes and down a binary tree on each, pipelined with M blocks through both at
// once.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining" and "Hierarchical collectives".
// Cost: N nodes of n processes: at most (N + fill(n) + 3 (M - 1)) (alpha + beta m / M), fill(k) <= 2
// log2 k + 1. On processes that need not wait until a message has arrived before they send the next, the
// times are those of the links, over each of which the data go once. Any p, any root, any nodes.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/nodes/tree/costs.hpp"
#include "algorithms/nodes/tree/tree.hpp"

namespace tutti {

extern const algorithm bcast_node_chain_entry{
    .of = collective::bcast,
    .name = "node_chain",
    .summary = "a chain of nodes, a binary tree on each, pipelined through both",
    .source = "Traeff, HPC lecture",
    .needs = {.bytes = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return bcast_below(self, c.out, c.root, c.pieces, c.nodes, leaders_are::chain);
        },
    .price = [](const shape& s) { return price_of_node_tree(s, leaders_are::chain); },
    .stages = [](int p) { return stages_of_node_tree({.p = p}, leaders_are::chain); },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // for the worst root: how deep the trees are depends on it
};

}  // namespace tutti
