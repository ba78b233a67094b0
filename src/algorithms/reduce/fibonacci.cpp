// Reduction up a Fibonacci tree in rank order, pipelined with M blocks: the dual of the broadcast.
// Source: Bruck, Cypher, Ho, "Multiple message broadcasting with generalized Fibonacci trees", 1992;
// Traeff, HPC lecture "Collectives".
// Cost: at most (2 (M - 1) + fill(p)) (alpha + (beta + gamma) m / M), where fill(p) = 1.44 log2 p about.
// Any p, any root, any operator. The tree is numbered in-order with the root where it is, as in
// reduce.binary_tree.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"

namespace tutti {

task reduce_fibonacci(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const tree_place at = inorder<fibonacci_shape>::place(self.rank(), self.size(), root);
  return reduce_up_tree(self, in, out, op, at, pieces);
}

extern const algorithm reduce_fibonacci_entry{
    .of = collective::reduce,
    .name = "fibonacci",
    .summary = "Fibonacci tree in rank order, pipelined: a block every second round",
    .source = "Bruck, Cypher, Ho 1992",
    .run = [](process& self,
              const call& c) { return reduce_fibonacci(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<stages_of_shape<inorder<fibonacci_shape>>>,
    .stages = stages_of_shape<inorder<fibonacci_shape>>,
    .traits = {.bound = true,  // for the worst root: how deep the tree is depends on the root
               .worst_root = true,
               .same_for_elements = true},
};

}  // namespace tutti
