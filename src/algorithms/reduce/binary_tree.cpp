// Reduction up a balanced binary tree in rank order, pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "Pipelined binary tree".
// Cost: at most (2 (M - 1) + fill(p)) (alpha + (beta + gamma) m / M), where fill(p) is that of the worst
// root; 2 (levels - 1) for a complete tree with its root in the middle. Any p, any root, any operator.
// The tree is numbered in-order, so that partial results are those of consecutive ranks; any process can
// be its root, with the lower ranks left and the higher ones right of it, which makes it at most one
// level deeper.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"

namespace tutti {

task reduce_binary_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const tree_place at = inorder<balanced_shape>::place(self.rank(), self.size(), root);
  return reduce_up_tree(self, in, out, op, at, pieces);
}

extern const algorithm reduce_binary_tree_entry{
    .of = collective::reduce,
    .name = "binary_tree",
    .summary = "balanced binary tree in rank order, pipelined: a block every second round",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self,
              const call& c) { return reduce_binary_tree(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<stages_of_shape<inorder<balanced_shape>>>,
    .stages = stages_of_shape<inorder<balanced_shape>>,
    .traits = {.bound = true,  // for the worst root: how deep the tree is depends on the root
               .worst_root = true,
               .same_for_elements = true},
};

}  // namespace tutti
