// Allreduce on two binary trees, one of the lower and one of the higher half of the processes, pipelined with
// M blocks in both directions at once. In step t each process exchanges with its right child, its left child
// and its parent: block t goes up while the result of an earlier block comes down. The two roots exchange
// their partial results. At depth d the result of block t - d comes down in step t, and is passed on in the
// next one.
//
//   step t at depth d:   from the children block t, to them result t - d - 1;
//                        to the parent block t, from it result t - d
//
// Source: Traeff, "A doubly-pipelined, dual-root reduction-to-all algorithm and implementation", 2021; HPC
// lecture.
// Cost: (F + 3 (M - 1)) (alpha + beta m / M), where F = 4 h + 1 for two complete trees of h + 1 levels, and
// (2 h + 1 + 3 (M - 1)) m / M reduced. Any p; in rank order, by in-order numbering.

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/partial_result.hpp"

namespace tutti {

task allreduce_dual_root(process& self, const_buffer in, buffer out, operation op, int pieces) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const int half = p / 2;
  const bool lower = rank < half;
  const inorder_subtree at(rank, lower ? 0 : half, lower ? half : p);
  const int other_root = lower ? inorder_subtree::middle(half, p) : inorder_subtree::middle(0, half);
  // Both roots combine the two halves, and must do so in the same order, whether or not the operator
  // commutes.
  op.commutative = false;
  co_await allreduce_up_and_down(self, in, out, op, at, other_root, pieces);
}

task allreduce_up_and_down(process& self, const_buffer in, buffer out, operation op, inorder_subtree at,
                           int other_root, int pieces) {
  const bool is_root = at.parent == nobody, is_leaf = at.left == nobody && at.right == nobody;
  const bool lower = other_root > self.rank();  // on a root: the other tree has the higher ranks
  const block_scratch room(self, in, pieces, !is_leaf && !is_root),
      more(self, in, pieces, is_root || !is_leaf);
  for (int t = 0; t <= pieces + at.depth; ++t) {
    const bool rising = t < pieces;
    const int falling = t - at.depth - 1;
    const const_buffer own = rising ? in.part(t, pieces) : const_buffer{};
    const const_buffer result = falling >= 0 ? out.part(falling, pieces) : buffer{};
    const buffer place = is_root && rising ? out.part(t, pieces) : is_leaf ? buffer{} : room.room(own);
    partial_result block(self, op, own, {place, is_root || !is_leaf ? more.room(own) : buffer{}},
                         is_root && lower && !is_leaf);

    for (int side = 0; side < 2; ++side) {
      const bool higher = side == 0;
      const int child = higher ? at.right : at.left;
      if (child == nobody || (!rising && falling < 0)) continue;
      const buffer arriving = rising ? block.room(higher) : buffer{};
      co_await self.sendrecv(result, falling >= 0 ? child : nobody, arriving, rising ? child : nobody);
      if (rising) block.take(higher);
    }
    if (is_root && rising && other_root != nobody) {
      const buffer arriving = block.room(lower);
      co_await self.sendrecv(block.value(), other_root, arriving, other_root);
      block.take(lower);
    } else if (!is_root && t < pieces + at.depth) {
      const int coming = t - at.depth;
      const const_buffer leaving = rising ? block.value() : const_buffer{};
      const buffer arriving = coming >= 0 ? out.part(coming, pieces) : buffer{};
      if (rising || coming >= 0)
        co_await self.sendrecv(leaving, rising ? at.parent : nobody, arriving,
                               coming >= 0 ? at.parent : nobody);
    }
  }
}

namespace {

// The larger tree has n processes. Its root has block 0 after as many rounds as a balanced tree takes, then
// exchanges with the other root. On the way down a level takes two rounds to the left child, which has the
// larger subtree, or one round if there is no right child to be served first, as in the tree of two
// processes.
constexpr int larger_tree(int p) noexcept { return p - p / 2; }

constexpr double interval(int n) noexcept { return n < 3 ? n : 3; }

pipeline up_dual_root(int p) noexcept {
  const int n = larger_tree(p);
  if (p == 1) return {.fill = 0, .interval = 0};
  return {.fill = balanced_shape::fill(n) + 1.0, .interval = interval(n)};
}

pipeline stages_of_dual_root(int p) noexcept {
  pipeline line = up_dual_root(p);
  if (p == 1) return line;
  const int n = larger_tree(p), levels = floor_log2(n);
  const bool pair_below = levels > 0 && (n >> (levels - 1)) == 2;  // the leftmost path ends in a tree of two
  line.fill += 2 * levels - (pair_below ? 1 : 0);
  return line;
}

}  // namespace

extern const algorithm allreduce_dual_root_entry{
    .of = collective::allreduce,
    .name = "dual_root",
    .summary = "two binary trees with exchanging roots, pipelined up and down at once; in rank order",
    .source = "Traeff 2021",
    .run = [](process& self,
              const call& c) { return allreduce_dual_root(self, c.in, c.out, c.op, c.pieces); },
    .price =
        [](const shape& s) {
          cost c = price_of_pipeline<stages_of_dual_root>(s);
          c.reduced = price_of_pipeline<up_dual_root>(s).bytes;
          return c;
        },
    .stages = stages_of_dual_root,
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
