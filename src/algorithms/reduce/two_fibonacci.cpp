// Reduction up two Fibonacci trees at once, each with every second block: the broadcast read backwards. See
// shapes/two_fibonacci_trees.hpp.
// Source: Traeff, HPC lecture "Collectives", "Two (pipelined) binary trees", final remark, by P. Sanders and
// students, unpublished. The construction is worked out here.
// Cost: (M - 1 + fill(p)) (alpha + (beta + gamma) m / M), fill(p) = 1.44 log2 p + 1 about. Any p, any root.
// Requires a commutative operator: the ranks below a process are not consecutive.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"
#include "algorithms/shapes/two_fibonacci_trees.hpp"

namespace tutti {

task reduce_two_fibonacci(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int p = self.size();
  if (p == 1) return reduce_chain(self, in, out, op, root, pieces);
  const two_fibonacci_trees trees(self.rank(), p, root);
  return reduce_up_two_trees(self, in, out, op, root, trees, two_fibonacci_trees::rounds(p, pieces), pieces);
}

extern const algorithm reduce_two_fibonacci_entry{
    .of = collective::reduce,
    .name = "two_fibonacci",
    .summary = "two Fibonacci trees, pipelined: a block every round, the first one sooner",
    .source = "Traeff, HPC lecture (Sanders)",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_two_fibonacci(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<two_fibonacci_trees::stages>,
    .stages = two_fibonacci_trees::stages,
};

}  // namespace tutti
