// Reduce-scatter around a ring: a partial sum of each block goes once around, from the process behind its
// owner to it.
// Source: Traeff, HPC lecture "Linear-ring reduce-scatter".
// Cost: (p - 1) (alpha + (beta + gamma) m / p) for equal blocks.
// Requires: a commutative operator. Any p. The ring goes through one node after the other.

#include <algorithm>
#include <utility>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// Elements of the longest block.
std::size_t longest(const const_blocks& all) noexcept {
  std::size_t most = 0;
  for (int i = 0; i < all.size(); ++i) most = std::max(most, all[i].count);
  return most;
}

}  // namespace

task reduce_scatter_ring(process& self, const_blocks send, buffer out, operation op, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), own = order.number_of(self.rank());
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const int before = order.rank_of(ring(own, -1, p)), after = order.rank_of(ring(own, 1, p));
  const std::size_t most = p > 2 ? longest(send) : 0;
  scratch one(self, most, *out.type), other(self, most, *out.type);

  // Round i sends the partial sum of the block of process own - i and receives that of the block before it;
  // the last round receives that of its own block.
  buffer sum, room = one, next_room = other;
  for (int i = 1; i < p; ++i) {
    const int block = ring(own, -i, p), next = ring(block, -1, p);
    const const_buffer mine = send[order.rank_of(next)];
    const const_buffer partial = i == 1 ? send[order.rank_of(block)] : sum;
    const buffer received = next == own ? out : room.slice(0, mine.count);
    co_await self.sendrecv(partial, after, received, before);
    self.reduce(op, mine, received);
    sum = received;
    std::swap(room, next_room);
  }
}

constexpr algorithm ring_entry{
    .of = collective::reduce_scatter,
    .name = "ring",
    .summary = "ring; a partial sum of each block goes once around",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_ring(self, c.send, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          const double bytes = (s.p - 1) * s.longest_block();
          return cost{.rounds = s.p - 1.0, .bytes = bytes, .reduced = bytes};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};
extern const algorithm reduce_scatter_ring_entry = ring_entry;
extern const algorithm reduce_scatter_block_ring_entry = as(ring_entry, collective::reduce_scatter_block);

}  // namespace tutti
