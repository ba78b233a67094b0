// Broadcast down two binary trees at once, each with every second block: every process gets a block every
// round. The trees, and the rounds in which each edge is used, are drawn in shapes/two_tree.hpp.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: (M - 1 + fill(p)) (alpha + beta m / M), fill(p) <= 2 log2 p + 2: beta m, where one tree takes 2
// beta m. Any p, any root; fewer than five processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/bcast/along_tree.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_two_tree(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  if (!two_tree::exist(p)) return bcast_chain(self, data, root, pieces);
  return bcast_along_two_trees(self, data, two_tree(self.rank(), p, root), two_tree::rounds(p, pieces),
                               pieces);
}

extern const algorithm bcast_two_tree_entry{
    .of = collective::bcast,
    .name = "two_tree",
    .summary = "two mirrored binary trees, pipelined: a block every round",
    .source = "Sanders, Speck, Traeff 2009",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_two_tree(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<two_tree::stages>,
    .stages = two_tree::stages,
};

}  // namespace tutti
