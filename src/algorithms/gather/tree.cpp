// Gathering along a tree whose subtrees hold consecutive ranks: what binomial and divide-and-conquer have in
// common. Source: Traeff, HPC lecture "Collectives", "Binomial tree gather in rounds". Irregular blocks: an
// inner process needs room for its subtree's blocks, so each process first tells its parent the bytes of its
// subtree. The blocks travel in order, so the sum is enough; the root knows all lengths and is not told.

#include "algorithms/gather/tree.hpp"

#include "algorithms/ring_run.hpp"

namespace tutti {

task gather_along(process& self, const_buffer in, blocks recv, int root, tree shape, lengths known) {
  const tree_place at = shape(self.rank(), self.size(), root);

  if (self.rank() == root) {
    self.copy(in, recv[root]);
    for (int i = 0; i < at.children; ++i) {
      const auto [first, count] = at.child[static_cast<unsigned>(i)];
      const ring_run run(recv, first, count);
      if (run.empty()) continue;
      if (run.in_one_piece()) {
        co_await self.recv(run.whole(), first);
      } else {  // at most one subtree goes past the last process: the local reorder at the root
        const scratch packed(self, run.bytes());
        co_await self.recv(packed, first);
        unpack(self, packed, run);
      }
    }
    co_return;
  }

  std::array<std::size_t, tree_place::most_children> held;  // by the subtree of each child
  std::size_t all = in.bytes();
  for (int i = 0; i < at.children; ++i) {
    auto& bytes = held[static_cast<unsigned>(i)];
    const auto [first, count] = at.child[static_cast<unsigned>(i)];
    if (known == lengths::equal)
      bytes = in.bytes() * static_cast<std::size_t>(count);
    else
      co_await self.recv(message(bytes), first);
    all += bytes;
  }
  if (known == lengths::own && at.parent != root) co_await self.send(message(all), at.parent);
  if (all == 0) co_return;
  if (all == in.bytes()) {  // a leaf, or nothing to add
    co_await self.send(in, at.parent);
    co_return;
  }

  const scratch gathered(self, all);
  self.copy(in, gathered.slice(0, in.bytes()));
  std::size_t end = in.bytes();
  for (int i = 0; i < at.children; ++i) {
    const std::size_t bytes = held[static_cast<unsigned>(i)];
    if (bytes > 0) co_await self.recv(gathered.slice(end, bytes), at.child[static_cast<unsigned>(i)].first);
    end += bytes;
  }
  co_await self.send(gathered, at.parent);
}

}  // namespace tutti
