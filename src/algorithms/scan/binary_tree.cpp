// Scan on a binary tree numbered in-order, pipelined with M blocks in both directions at once. On the way up
// a process adds the sum of its left subtree to its own block and keeps that; with the sum of its right
// subtree added, it sends it to the parent. On the way down the parent sends the sum of all processes before
// the subtree: the process sends it unchanged to the left child, adds it to the sum that it kept, which gives
// the result, and sends the result to the right child.
//
//   step t at depth d:   block t comes from both children and goes up, while the sums for block t - d - 1
//                        go to both children, and those for block t - d come down
//
// Nothing comes down if no process is before the subtree, and nothing goes up if no process is behind it.
// Source: Sanders, Traeff, "Parallel prefix (scan) algorithms for MPI", 2006; Traeff, HPC lecture.
// Cost: for p >= 4 at most (4 floor(log2 p) - 1 + 3 (M - 1)) (alpha + beta m / M), which complete trees of 15
// processes and more take for M > 1; M rounds for p = 2, 2 M for p = 3; and as many reductions of m / M.
// Any p; in rank order.

#include "algorithms/scan/scan.hpp"
#include "algorithms/scan/tree_price.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/inorder_subtree.hpp"

namespace tutti {

task scan_binary_tree(process& self, const_buffer in, buffer out, operation op, int pieces) {
  const inorder_subtree at(self.rank(), 0, self.size());
  const bool some_before = at.begin > 0, some_behind = at.end < self.size();
  const block_scratch from_left(self, in, pieces, at.left != nobody);
  const block_scratch from_right(self, in, pieces, at.right != nobody && some_behind);
  const block_scratch from_parent(self, in, pieces, some_before);

  for (int t = 0; t <= pieces + at.depth; ++t) {
    const bool rising = t < pieces;
    const int falling = t - at.depth - 1, coming = t - at.depth;
    const const_buffer own = rising ? in.part(t, pieces) : const_buffer{};
    const_buffer sum;  // of the subtree
    if (at.right != nobody) {
      const bool receives = rising && some_behind, sends = falling >= 0;
      const buffer right = receives ? from_right.room(own) : buffer{};
      const const_buffer result = sends ? out.part(falling, pieces) : buffer{};
      if (sends || receives)
        co_await self.sendrecv(result, sends ? at.right : nobody, right, receives ? at.right : nobody);
      sum = right;
    }
    if (at.left != nobody) {
      const bool sends = some_before && falling >= 0;
      const buffer left = rising ? from_left.room(own) : buffer{};
      const const_buffer before = sends ? from_parent.room(out.part(falling, pieces)) : buffer{};
      if (sends || rising)
        co_await self.sendrecv(before, sends ? at.left : nobody, left, rising ? at.left : nobody);
    }
    if (rising) {
      const buffer kept = out.part(t, pieces);
      self.copy(own, kept);
      if (at.left != nobody) self.reduce(op, from_left.room(own), kept);
      if (at.right != nobody && some_behind)
        self.reduce(op, kept, from_right.room(own));
      else
        sum = kept;
    }
    const bool sends = rising && some_behind, receives = some_before && 0 <= coming && coming < pieces;
    if (!sends && !receives) continue;
    const buffer result = receives ? out.part(coming, pieces) : buffer{};
    const buffer before = receives ? from_parent.room(result) : buffer{};
    co_await self.sendrecv(sum, sends ? at.parent : nobody, before, receives ? at.parent : nobody);
    if (receives) self.reduce(op, before, result);
  }
}

extern const algorithm scan_binary_tree_entry{
    .of = collective::scan,
    .name = "binary_tree",
    .summary = "binary tree, pipelined up and down at once",
    .source = "Sanders, Traeff 2006",
    .run = [](process& self, const call& c) { return scan_binary_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return bound_of_tree_scan(s, false); },
    .stages = stages_of_tree_scan,
    .traits = {.bound = true, .same_for_elements = true},
};

}  // namespace tutti
