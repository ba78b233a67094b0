// Exscan on a binary tree, as the scan: the sum of the left subtree is in `out`, and with the process's own
// vector added in separate memory. The sum of all processes before the subtree is added to both.
// Source: Sanders, Traeff, "Parallel prefix (scan) algorithms for MPI", 2006; Traeff, HPC lecture.
// Cost: for p >= 4 at most (4 floor(log2 p) - 1 + 3 (M - 1)) (alpha + beta m / M), which complete trees of 15
// processes and more take for M > 1; M rounds for p = 2, 2 M for p = 3; and M - 1 reductions of m / M more
// than rounds. Any p; in rank order.

#include "algorithms/scan/scan.hpp"
#include "algorithms/scan/tree_price.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/inorder_subtree.hpp"

namespace tutti {

task exscan_binary_tree(process& self, const_buffer in, buffer out, operation op, int pieces) {
  const inorder_subtree at(self.rank(), 0, self.size());
  const bool some_before = at.begin > 0, some_behind = at.end < self.size();
  const scratch with_own(self, in);
  const block_scratch from_right(self, in, pieces, at.right != nobody && some_behind);
  const block_scratch from_parent(self, in, pieces, some_before);

  for (int t = 0; t <= pieces + at.depth; ++t) {
    const bool rising = t < pieces;
    const int falling = t - at.depth - 1, coming = t - at.depth;
    const buffer kept = rising ? with_own.part(t, pieces) : buffer{};
    if (rising) self.copy(in.part(t, pieces), kept);
    const_buffer sum = kept;  // of the subtree
    if (at.right != nobody) {
      const bool receives = rising && some_behind, sends = falling >= 0;
      const buffer right = receives ? from_right.room(kept) : buffer{};
      const const_buffer result = sends ? with_own.part(falling, pieces) : buffer{};
      if (sends || receives)
        co_await self.sendrecv(result, sends ? at.right : nobody, right, receives ? at.right : nobody);
      if (receives) sum = right;
    }
    if (at.left != nobody) {
      const bool sends = some_before && falling >= 0;
      const buffer left = rising ? out.part(t, pieces) : buffer{};
      const const_buffer before = sends ? from_parent.room(out.part(falling, pieces)) : buffer{};
      if (sends || rising)
        co_await self.sendrecv(before, sends ? at.left : nobody, left, rising ? at.left : nobody);
      if (rising) self.reduce(op, left, kept);
    }
    if (rising && some_behind && at.right != nobody) self.reduce(op, kept, from_right.room(kept));

    const bool sends = rising && some_behind, receives = some_before && 0 <= coming && coming < pieces;
    if (!sends && !receives) continue;
    const buffer result = receives ? out.part(coming, pieces) : buffer{};
    const buffer before = receives ? from_parent.room(result) : buffer{};
    co_await self.sendrecv(sum, sends ? at.parent : nobody, before, receives ? at.parent : nobody);
    if (!receives) continue;
    if (at.left != nobody)
      self.reduce(op, before, result);
    else
      self.copy(before, result);
    if (at.right != nobody) self.reduce(op, before, with_own.part(coming, pieces));
  }
}

extern const algorithm exscan_binary_tree_entry{
    .of = collective::exscan,
    .name = "binary_tree",
    .summary = "binary tree, pipelined up and down at once",
    .source = "Sanders, Traeff 2006",
    .run = [](process& self, const call& c) { return exscan_binary_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return bound_of_tree_scan(s, true); },
    .stages = stages_of_tree_scan,
    .traits = {.bound = true, .same_for_elements = true},
};

}  // namespace tutti
