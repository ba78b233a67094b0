// Scattering along a tree whose subtrees hold consecutive ranks: what binomial and divide-and-conquer
// share.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree-like, divide-and-conquer scatter".
// Irregular blocks: each process first learns what its subtree's blocks take, so that it can receive them.

#include "algorithms/gather/tree.hpp"

#include "algorithms/ring_run.hpp"

namespace tutti {

task scatter_along(process& self, const_blocks send, buffer out, int root, tree shape, lengths known) {
  tree_place at = shape(self.rank(), self.size(), root);
  if (self.rank() == root) {
    for (int i = at.children; i-- > 0;) {
      const auto& child = at.child[static_cast<unsigned>(i)];
      const ring_run run(send, child.first, child.count);
      if (run.empty()) continue;
      if (run.in_one_piece()) {
        co_await self.send(run.whole(), child.first);
      } else {  // at most one subtree goes past the last process: the local reorder at the root
        const scratch packed(self, run.bytes());
        pack(self, run, packed);
        co_await self.send(packed, child.first);
      }
    }
    self.copy(send[root], out);
    co_return;
  }

  co_await learn_lengths(self, out.bytes(), root, known, &at);
  if (at.bytes == 0) co_return;
  if (at.bytes == out.bytes()) {  // a leaf, or nothing for the others
    co_await self.recv(out, at.parent);
    co_return;
  }
  const scratch received(self, at.bytes);
  co_await self.recv(received, at.parent);
  std::size_t end = at.bytes;
  for (int i = at.children; i-- > 0;) {
    const auto& child = at.child[static_cast<unsigned>(i)];
    end -= child.bytes;
    if (child.bytes > 0) co_await self.send(received.slice(end, child.bytes), child.first);
  }
  self.copy(received.slice(0, out.bytes()), out);
}

}  // namespace tutti
