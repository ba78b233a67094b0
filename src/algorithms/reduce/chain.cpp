// Reduction along a chain that ends in the root, pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining".
// Cost: (p - 1 + M - 1) (alpha + (beta + gamma) m / M). Any p, any root. Requires a commutative operator.
// The chain goes through one node after the other.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task reduce_chain(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                  const node_map* nodes) {
  const numbering order(nodes);
  const tree_place at = chain_place(order.number_of(self.rank()), self.size(), order.number_of(root));
  return reduce_up_tree(self, in, out, op,
                        {.parent = order.rank_of(at.parent), .second = order.rank_of(at.second)}, pieces);
}

extern const algorithm reduce_chain_entry{
    .of = collective::reduce,
    .name = "chain",
    .summary = "chain, pipelined: a block every round",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_chain(self, c.in, c.out, c.op, c.root, c.pieces, c.nodes); },
    .price = price_of_reducing_pipeline<chain_pipeline>,
    .stages = chain_pipeline,
    .traits = {.on_network = traffic::neighbours, .same_for_elements = true, .in_node_order = true},
};

}  // namespace tutti
