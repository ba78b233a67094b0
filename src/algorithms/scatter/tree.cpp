// Scatter along a tree whose subtrees hold consecutive ranks: the common part of binomial, divide-and-conquer
// and k-nomial trees.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree-like, divide-and-conquer scatter".
// Irregular blocks: each process first learns the length of its subtree's blocks, so that it can receive
// them.

#include "algorithms/gather/tree.hpp"

#include <optional>
#include <ranges>

#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task scatter_along(process& self, const_blocks send, buffer out, int root, gather_place at,
                   lengths_known_to known) {
  port_messages messages(at.ports);
  const std::span level = messages.all();
  const int last_level = at.children == 0 ? -1 : (at.children - 1) / at.ports * at.ports;

  if (self.rank() == root) {
    // Beside the messages, if there are any: of irregular blocks all others may be empty.
    known == lengths_known_to::all ? self.copy_meanwhile(send[root], out) : self.copy(send[root], out);
    // At most one subtree goes past the last process: the local reorder.
    std::optional<packed_run<const std::byte>> torn;
    for (int i = last_level; i >= 0; i -= at.ports) {
      std::size_t n = 0;
      for (const auto& child : at.level(i)) {
        const ring_run run(send, child.first, child.count);
        if (run.empty()) continue;
        if (!run.in_one_piece()) torn.emplace(self, run).pack();
        level[n++] = {run.in_one_piece() ? run.whole() : torn->message(), child.head, buffer{}, nobody};
      }
      const std::span now = level.first(n);
      if (n > 0) co_await self.together(now);
    }
    co_return;
  }

  if (known == lengths_known_to::root && !(at.children == 0 && at.parent == root))
    co_await learn_lengths(self, out.bytes(), root, &at);
  else
    at.set_lengths(out.bytes());
  if (at.bytes == 0) co_return;
  if (at.bytes == out.bytes()) {  // a leaf, or nothing for the others
    co_await self.recv(out, at.parent);
    co_return;
  }
  const scratch received(self, at.bytes);
  co_await self.recv(received, at.parent);
  self.copy_meanwhile(received.slice(at.own(out.bytes()).begin, out.bytes()), out);
  gather_place::run left{0, at.bytes};
  for (int i = last_level; i >= 0; i -= at.ports) {
    std::size_t n = 0;
    for (const auto& child : at.level(i) | std::views::reverse) {
      const std::size_t place = left.shrink(child);
      if (child.bytes > 0) level[n++] = {received.slice(place, child.bytes), child.head, buffer{}, nobody};
    }
    const std::span now = level.first(n);
    if (n > 0) co_await self.together(now);
  }
}

}  // namespace tutti
