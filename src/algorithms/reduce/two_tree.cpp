// Reduction up two binary trees at once, each with every second block: the broadcast read backwards, so that
// a process receives from children and sends to parents. See shapes/two_tree.hpp.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: (M - 1 + fill(p)) (alpha + (beta + gamma) m / M), fill(p) <= 2 log2 p + 2. Any p, any root.
// Requires a commutative operator, since ranks count from the root. With root 0 rank order is kept, so that
// allreduce.two_tree, which reduces to 0, takes any operator: the trees are numbered in-order, so that below
// each process of a tree there are lower ranks on one side and higher ones on the other. For even p the last
// process is between the root and the trees: all ranks below it are lower, and all ranks below the root are
// higher. Fewer than five processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"

namespace tutti {

task reduce_two_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int p = self.size();
  if (!two_tree::exist(p)) return reduce_chain(self, in, out, op, root, pieces);
  return reduce_up_two_trees(self, in, out, op, root, two_tree(self.rank(), p, root),
                             two_tree::rounds(p, pieces), pieces);
}

extern const algorithm reduce_two_tree_entry{
    .of = collective::reduce,
    .name = "two_tree",
    .summary = "two mirrored binary trees, pipelined: a block every round",
    .source = "Sanders, Speck, Traeff 2009",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_two_tree(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<two_tree::stages>,
    .stages = two_tree::stages,
};

}  // namespace tutti
