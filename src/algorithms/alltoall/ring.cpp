// Alltoall around a ring, storing and forwarding: all blocks for others go to the next process, which takes
// out its own and passes on the rest. All go one way round, as in the source's equation (4). Were each block
// to go the shorter way, the term with m would be half of that, and a quarter over two ports at once.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Personalized Communication on a Ring".
// Cost: (p - 1)(alpha + beta m/2). Any p; for networks that are rings. The ring goes through one node after
// the other.

#include <utility>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/pack_along_ring.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task alltoall_ring(process& self, const_blocks send, blocks recv, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), rank = self.rank(), own = order.number_of(rank);
  self.copy_meanwhile(send[rank], recv[rank]);
  const std::size_t n = send[rank].bytes();
  if (n == 0 || p == 1) co_return;
  const int next = order.rank_of(ring(own, 1, p)), before = order.rank_of(ring(own, -1, p));

  // Before step i this process holds the p - i blocks of the process i - 1 below that have to go 1, 2, ...
  // further.
  const std::size_t most = static_cast<std::size_t>(p - 1) * n;
  const scratch even(self, most), odd(self, most);
  buffer out = even, received = odd;
  pack_along_ring(self, send, order, ring(own, 1, p), p - 1, out);
  for (int i = 1; i < p; ++i) {
    received = received.slice(0, out.count);
    co_await self.sendrecv(out, next, received, before);
    self.copy(received.slice(0, n), recv[order.rank_of(ring(own, -i, p))]);
    out = std::exchange(received, out).slice(n, out.count - n);
  }
}

extern const algorithm alltoall_ring_entry{
    .of = collective::alltoall,
    .name = "ring",
    .summary = "ring, each process passes on what is not for itself",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_ring(self, c.send, c.recv, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / 2};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
