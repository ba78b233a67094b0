// Broadcast down a Fibonacci tree, pipelined with M blocks: with the second child served a round after
// the first, all leaves of a full tree have the first block in the same round.
// Source: Bruck, Cypher, Ho, "Multiple message broadcasting with generalized Fibonacci trees", 1992;
// Traeff, HPC lecture "Collectives". (The lecture's bound for i says Fib(i + 2) - 1 >= p where the tree
// F_i has Fib(i + 3) - 1 nodes.)
// Cost: (2 (M - 1) + i) (alpha + beta m / M) for the smallest i with Fib(i + 3) - 1 >= p, i = 1.44 log2 p
// about; for p = 2 a block every round. Any p, any root.

#include "algorithms/bcast/along_tree.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_fibonacci(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  const tree_place at = preorder_place<fibonacci_shape>(relative_rank(self.rank(), root, p), p);
  return bcast_along_tree(self, data, absolute_place(at, root, p), pieces);
}

extern const algorithm bcast_fibonacci_entry{
    .of = collective::bcast,
    .name = "fibonacci",
    .summary = "Fibonacci tree, pipelined: a block every second round",
    .source = "Bruck, Cypher, Ho 1992",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_fibonacci(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<stages_of_shape<fibonacci_shape>>,
    .stages = stages_of_shape<fibonacci_shape>,
};

}  // namespace tutti
