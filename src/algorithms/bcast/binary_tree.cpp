// Broadcast down a balanced binary tree, pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "Pipelined binary tree".
// Cost: (2 (M - 1) + fill(p)) (alpha + beta m / M), with fill(p) = 2 (levels - 1) for complete trees, p =
// 2^levels - 1, and no more than for the next complete tree otherwise. Any p, any root.

#include "algorithms/bcast/along_tree.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_binary_tree(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  const tree_place at = preorder_place<balanced_shape>(relative_rank(self.rank(), root, p), p);
  return bcast_along_tree(self, data, absolute_place(at, root, p), pieces);
}

extern const algorithm bcast_binary_tree_entry{
    .of = collective::bcast,
    .name = "binary_tree",
    .summary = "balanced binary tree, pipelined: a block every second round",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_binary_tree(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<stages_of_shape<balanced_shape>>,
    .stages = stages_of_shape<balanced_shape>,
};

}  // namespace tutti
