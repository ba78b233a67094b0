// Reduction up a binary tree on each node and a chain of nodes, pipelined with M blocks through both at once.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining" and "Hierarchical collectives".
// Cost: N nodes of n processes: at most (F + 3 (M - 1)) (alpha + (beta + 2 gamma) m / M), F = N + fill(n),
// fill(k) <= 2 log2 k + 1, and because of the words after every 8th block 3 F such rounds once and 7 for each
// word. Each byte crosses a link once. Any p, any root, any nodes.
// Requires: a commutative operator.

#include "algorithms/nodes/tree/costs.hpp"
#include "algorithms/nodes/tree/tree.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {

extern const algorithm reduce_node_chain_entry{
    .of = collective::reduce,
    .name = "node_chain",
    .summary = "a binary tree on each node, a chain of nodes, pipelined through both",
    .source = "Traeff, HPC lecture",
    .needs = {.commutative = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return reduce_below(self, c.in, c.out, c.op, c.root, c.pieces, c.nodes, leaders_are::chain);
        },
    .price = [](const shape& s) { return price_of_reduce_below(s, leaders_are::chain); },
    .stages = [](int p) { return stages_of_node_tree({.p = p}, leaders_are::chain); },
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // for the worst root: how deep the trees are depends on it
};

}  // namespace tutti
