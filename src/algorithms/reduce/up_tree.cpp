#include "algorithms/reduce/up_tree.hpp"

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

}  // namespace tutti
