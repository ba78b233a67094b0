// Gather along a tree whose subtrees hold consecutive ranks: the common part of binomial, divide-and-conquer
// and k-nomial trees.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree gather in rounds".
// Irregular blocks: an inner process needs room for its subtree's blocks, so their lengths travel first.

#include "algorithms/gather/tree.hpp"

#include <optional>

#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task learn_lengths(process& self, std::size_t own, int root, gather_place* at) {
  at->bytes = own;
  for (auto& child : at->subtrees()) {
    co_await self.recv(message_of(child.bytes), child.head);
    at->bytes += child.bytes;
  }
  if (at->parent != root) co_await self.send(message_of(at->bytes), at->parent);
}

task gather_along(process& self, const_buffer in, blocks recv, int root, gather_place at,
                  lengths_known_to known) {
  port_messages messages(at.ports);
  const std::span level = messages.all();

  if (self.rank() == root) {
    // Beside the messages, if there are any: of irregular blocks all others may be empty.
    known == lengths_known_to::all ? self.copy_meanwhile(in, recv[root]) : self.copy(in, recv[root]);
    // At most one subtree goes past the last process: the local reorder at the root.
    std::optional<packed_run<std::byte>> torn;
    for (int i = 0; i < at.children; i += at.ports) {
      std::size_t n = 0;
      for (const auto& child : at.level(i)) {
        const ring_run run(recv, child.first, child.count);
        if (run.empty()) continue;
        const buffer place = run.in_one_piece() ? run.whole() : torn.emplace(self, run).message();
        level[n++] = {const_buffer{}, nobody, place, child.head};
      }
      const std::span now = level.first(n);
      if (n > 0) co_await self.together(now);
    }
    if (torn) torn->unpack();
    co_return;
  }

  if (known == lengths_known_to::root && !(at.children == 0 && at.parent == root))
    co_await learn_lengths(self, in.bytes(), root, &at);
  else
    at.set_lengths(in.bytes());
  if (at.bytes == 0) co_return;
  if (at.bytes == in.bytes()) {  // a leaf, or nothing to add
    co_await self.send(in, at.parent);
    co_return;
  }
  const scratch gathered(self, at.bytes);
  gather_place::run present = at.own(in.bytes());
  self.copy_meanwhile(in, gathered.slice(present.begin, in.bytes()));
  for (int i = 0; i < at.children; i += at.ports) {
    std::size_t n = 0;
    for (const auto& child : at.level(i)) {
      const std::size_t place = present.grow(child);
      if (child.bytes > 0)
        level[n++] = {const_buffer{}, nobody, gathered.slice(place, child.bytes), child.head};
    }
    const std::span now = level.first(n);
    if (n > 0) co_await self.together(now);
  }
  co_await self.send(gathered, at.parent);
}

}  // namespace tutti
