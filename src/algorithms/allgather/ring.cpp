// Allgather around a ring: each process passes on the block received in the round before.
// Source: Traeff, HPC lecture "Collectives", "Linear-ring allgather".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any layout and any lengths: nothing is copied or combined.
// The ring goes through one node after the other.

#include "algorithms/allgather/allgather.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task allgather_ring(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), own = order.number_of(self.rank());
  const int next = order.rank_of(ring(own, 1, p)), before = order.rank_of(ring(own, -1, p));
  self.copy_meanwhile(in, recv[self.rank()]);
  // In round i the block of the process i below arrives, while the one that arrived before it is sent. The
  // first block is sent from `in`: a copy just written is only in this processor's cache.
  const_buffer out = in;
  for (int i = 1; i < p; ++i) {
    const buffer received = recv[order.rank_of(ring(own, -i, p))];
    co_await self.sendrecv(out, out.empty() ? nobody : next, received, received.empty() ? nobody : before);
    out = received;
  }
}

constexpr algorithm ring_entry{
    .of = collective::allgather,
    .name = "ring",
    .summary = "ring, one block a round",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return allgather_ring(self, c.in, c.recv, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};
extern const algorithm allgather_ring_entry = ring_entry;
extern const algorithm allgatherv_ring_entry = for_any_lengths(ring_entry, [](const shape& s) {
  return cost{.rounds = s.p - 1.0, .bytes = s.longest_block() * (s.p - 1)};  // the longest goes around
});

}  // namespace tutti
