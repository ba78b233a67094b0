// Allreduce on one binary tree, pipelined with M blocks up and down at once: in step t a process exchanges
// with its right child, its left child and its parent, as in allreduce.dual_root, which draws the steps. The
// root has the result of a block after its children's blocks.
// Source: Traeff, HPC lecture "Collectives", "Problem with pipelined trees", "Programming exercise".
// Cost: (4 h + 1 + 3 (M - 1)) (alpha + beta m / M) for a complete tree of h + 1 > 2 levels, 4 h if M = 1, and
// (2 h + 2 (M - 1)) m / M reduced. Any p; in rank order, by in-order numbering.

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/binary_trees.hpp"

namespace tutti {

task allreduce_single_root(process& self, const_buffer in, buffer out, operation op, int pieces) {
  if (self.size() == 1) {
    self.copy(in, out);
    co_return;
  }
  const inorder_subtree at(self.rank(), 0, self.size());
  co_await allreduce_up_and_down(self, in, out, op, at, nobody, pieces);
}

namespace {

pipeline up_single_root(int p) noexcept {
  return {.fill = 1.0 * balanced_shape::fill(p), .interval = p < 3 ? p - 1.0 : 2.0};
}

// The rounds of a step are those of the busiest process. From six processes on this is one with two children
// and a parent.
constexpr bool three_rounds_a_step(int p) noexcept { return p >= 6; }

// On the way down a level takes two rounds to the left child, which has the larger subtree, or one round if
// there is no right child to be served first, as in the tree of two processes. If there is a second block,
// the root passes on the result of the first one round later: together with the next block of its right
// child, for which it waits.
pipeline stages_of_single_root(int p) noexcept {
  pipeline line = up_single_root(p);
  const int levels = floor_log2(p);
  const bool pair_below = levels > 0 && (p >> (levels - 1)) == 2;  // the leftmost path ends in a tree of two
  line.fill += 2 * levels - (pair_below ? 1 : 0);
  if (three_rounds_a_step(p)) {
    line.fill += 1;
    line.interval = 3;
  }
  return line;
}

cost price_of_single_root(const shape& s) noexcept {
  if (s.p == 1) return {};
  const double rounds =
      stages_of_single_root(s.p).rounds(s.pieces) - (s.pieces == 1 && three_rounds_a_step(s.p) ? 1 : 0);
  return {.rounds = rounds,
          .bytes = rounds * s.bytes / s.pieces,
          .reduced = price_of_pipeline<up_single_root>(s).bytes};
}

}  // namespace

extern const algorithm allreduce_single_root_entry{
    .of = collective::allreduce,
    .name = "single_root",
    .summary = "one binary tree, pipelined up and down at once; in rank order",
    .source = "Traeff, HPC lecture",
    .run = [](process& self,
              const call& c) { return allreduce_single_root(self, c.in, c.out, c.op, c.pieces); },
    .price = price_of_single_root,
    .stages = stages_of_single_root,
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
