#include "algorithms/reduce/up_tree.hpp"

#include <optional>

#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/partial_result.hpp"

namespace tutti {

// Two rounds a block: the first receives from the right (second) child while the block before is sent up; the
// second receives from the left child. That order needs no copy: the process's own block is combined into the
// one from the right, and then the one from the left is. An only child is served in the first of the two
// rounds, so that a chain takes one round a block.
//
//   round      1       2       3       4       5
//   here      0 <- s  0 <- f  1 <- s  1 <- f  2 <- s
//                             0 ->            1 ->
task reduce_up_tree(process& self, const_buffer in, buffer out, operation op, tree_place at, int pieces) {
  const bool is_root = at.parent == nobody, right_first = at.second != nobody;
  const int child = right_first ? at.second : at.first, left = right_first ? at.first : nobody;
  const bool is_leaf = child == nobody;
  // While one block goes up the next one is reduced.
  const block_scratch sums[] = {{self, in, pieces, !is_leaf && !is_root},
                                {self, in, pieces, !is_leaf && !is_root}};
  const block_scratch more(self, in, pieces, !is_leaf);
  const_buffer before;  // the block before
  for (int i = 0; i < pieces; ++i) {
    const const_buffer own = in.part(i, pieces);
    const buffer place = is_root ? out.part(i, pieces) : is_leaf ? buffer{} : sums[i % 2].room(own);
    partial_result block(self, op, own, {place, is_leaf ? buffer{} : more.room(own)});
    const buffer room = is_leaf ? buffer{} : block.room(right_first);
    co_await self.sendrecv(before, i == 0 ? nobody : at.parent, room, child);
    if (!is_leaf) block.take(right_first);
    if (left != nobody) {
      co_await self.recv(block.room(false), left);
      block.take(false);
    }
    before = block.value();
    if (is_root) self.copy(before, place);  // nothing, unless the root is alone
  }
  if (!is_root) co_await self.send(before, at.parent);
}

task reduce_up_two_trees(process& self, const_buffer in, buffer out, operation op, int root, two_trees trees,
                         int rounds, int pieces) {
  const int rank = self.rank();
  const auto own = [&](int b) { return in.part(b, pieces); };
  const auto inside = [&](int tree) {
    return rank != root && (trees.at(tree).sooner != nobody || trees.at(tree).later != nobody);
  };
  const bool in_first = inside(0), in_second = inside(1);

  // Of each tree the block being combined. The block before is sent up meanwhile, so the two alternate
  // between two places.
  const block_scratch places[2][2] = {{{self, in, pieces, in_first}, {self, in, pieces, in_first}},
                                      {{self, in, pieces, in_second}, {self, in, pieces, in_second}}};
  const block_scratch more(self, in, pieces);
  std::optional<partial_result> sums[2];
  int combined[2] = {-1, -1}, turn[2] = {};
  const auto begin = [&](int b) {
    const int tree = b % 2;
    combined[tree] = b;
    turn[tree] ^= 1;
    const buffer place = rank == root ? out.part(b, pieces) : places[tree][turn[tree]].room(own(b));
    // Backwards the sooner of two children is second.
    const int swaps = trees.at(b).later != nobody && trees.at(b).sooner > rank ? 1 : 0;
    sums[tree].emplace(self, op, own(b), partial_result::two_places{place, more.room(own(b))}, swaps);
  };

  for (int t = rounds; t > 0; --t) {
    const two_trees::round_of r = trees.in_round(t, pieces);
    if (r.idle()) continue;
    const_buffer up;
    if (r.parent) {
      const int b = r.parent.block;
      up = b == combined[b % 2] ? sums[b % 2]->value() : own(b);
    }
    if (r.child && r.child.block != combined[r.child.block % 2]) begin(r.child.block);
    partial_result* const sum = r.child ? &*sums[r.child.block % 2] : nullptr;
    const bool higher = r.child.rank > rank;
    const buffer arriving = sum ? sum->room(higher) : buffer{};
    co_await self.sendrecv(up, r.parent.rank, arriving, r.child.rank);
    if (sum) sum->take(higher);
  }
}

}  // namespace tutti
