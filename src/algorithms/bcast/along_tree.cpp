#include "algorithms/bcast/along_tree.hpp"

namespace tutti {

// Two rounds a block: to the first child; to the second child while the next block is received.
//
//   round      1       2       3       4       5
//   parent    0 ->    .       1 ->    .       2 ->
//   here      <- 0    0 -> f  0 -> s  1 -> f  1 -> s
//                             <- 1            <- 2
task bcast_along_tree(process& self, buffer data, tree_place at, int pieces) {
  if (at.parent != nobody) co_await self.recv(data.part(0, pieces), at.parent);
  for (int i = 0; i < pieces; ++i) {
    const bool last = i + 1 == pieces;
    const buffer block = data.part(i, pieces), next = last ? buffer{} : data.part(i + 1, pieces);
    if (at.first != nobody) co_await self.send(block, at.first);
    co_await self.sendrecv(block, at.second, next, last ? nobody : at.parent);
  }
}

task bcast_along_two_trees(process& self, buffer data, two_trees trees, int rounds, int pieces) {
  const auto block = [&](int b) { return b < 0 ? buffer{} : data.part(b, pieces); };
  for (int t = 1; t <= rounds; ++t) {
    const two_trees::round_of r = trees.in_round(t, pieces);
    if (r.idle()) continue;
    co_await self.sendrecv(block(r.child.block), r.child.rank, block(r.parent.block), r.parent.rank);
  }
}

}  // namespace tutti
