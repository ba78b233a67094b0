// Broadcast down two Fibonacci trees at once, each with every second block: every process gets a block every
// round, as in bcast.two_tree, and has the first after fewer rounds. The trees are described in
// shapes/two_fibonacci_trees.hpp.
// Source: Traeff, HPC lecture "Collectives", "Two (pipelined) binary trees", final remark: "Latency can be
// improved by using two Fibonacci trees", by P. Sanders and students, unpublished. The construction is worked
// out here.
// Cost: (M - 1 + fill(p)) (alpha + beta m / M), fill(p) = 1 + i for the least i with L(i + 1) nodes or one or
// two fewer, L the Lucas numbers, about 1.44 log2 p + 1. Any p, any root.

#include "algorithms/bcast/along_tree.hpp"
#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/two_fibonacci_trees.hpp"

namespace tutti {

task bcast_two_fibonacci(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  const two_fibonacci_trees trees(self.rank(), p, root);
  return bcast_along_two_trees(self, data, trees, two_fibonacci_trees::rounds(p, pieces), pieces);
}

extern const algorithm bcast_two_fibonacci_entry{
    .of = collective::bcast,
    .name = "two_fibonacci",
    .summary = "two Fibonacci trees, pipelined: a block every round, the first one sooner",
    .source = "Traeff, HPC lecture (Sanders)",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_two_fibonacci(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<two_fibonacci_trees::stages>,
    .stages = two_fibonacci_trees::stages,
};

}  // namespace tutti
