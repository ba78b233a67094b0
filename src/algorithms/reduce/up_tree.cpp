#include "algorithms/reduce/up_tree.hpp"

#include "algorithms/reduce/block_scratch.hpp"
#include "algorithms/reduce/partial_result.hpp"

namespace tutti {

// Two rounds a block: what comes from right (second child) while the block before goes up; what comes from
// left. That order needs no copy: what comes from right takes the own block in, and is then combined with
// what comes from left.
//
//   round      1       2       3       4       5
//   here      0 <- s  0 <- f  1 <- s  1 <- f  2 <- s
//                             0 ->            1 ->
task reduce_up_tree(process& self, const_buffer in, buffer out, operation op, tree_place at, int pieces) {
  const bool is_root = at.parent == nobody, is_leaf = at.first == nobody && at.second == nobody;
  // While one block goes up the next one is reduced.
  const block_scratch even(self, in, pieces, !is_leaf && !is_root),
      odd(self, in, pieces, !is_leaf && !is_root);
  const block_scratch more(self, in, pieces, !is_leaf);
  const_buffer done;  // the block before
  for (int i = 0; i < pieces; ++i) {
    const const_buffer own = in.part(i, pieces);
    const buffer place = is_root   ? out.part(i, pieces)
                         : is_leaf ? buffer{}
                                   : (i % 2 == 0 ? even : odd).room(own);
    partial_result block(self, op, own, {place, is_leaf ? buffer{} : more.room(own)});
    const bool first_block = i == 0;
    if (at.second != nobody || !first_block) {
      const buffer room = at.second != nobody ? block.room(true) : buffer{};
      co_await self.sendrecv(done, first_block ? nobody : at.parent, room, at.second);
      if (at.second != nobody) block.take(true);
    }
    if (at.first != nobody) {
      co_await self.recv(block.room(false), at.first);
      block.take(false);
    }
    done = block.value();
    if (is_root) self.copy(done, place);  // nothing, unless the root is alone
  }
  if (!is_root) co_await self.send(done, at.parent);
}

pipeline stages_up_tree(int p, int fill) noexcept {
  return {.fill = 1.0 * fill, .interval = p > 2 ? 2.0 : p - 1.0};
}

cost price_up_tree(const shape& s, int fill) noexcept {
  const double rounds = stages_up_tree(s.p, fill).rounds(s.pieces);
  return {.rounds = rounds, .bytes = rounds * s.bytes / s.pieces, .reduced = rounds * s.bytes / s.pieces};
}

}  // namespace tutti
