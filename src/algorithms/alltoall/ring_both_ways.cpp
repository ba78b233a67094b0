// Alltoall around a ring in both directions, storing and forwarding: each block goes the shorter way. For
// even p the block for the opposite process goes up.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Personalized Communication on a Ring", with messages "in both directions", which halve the term with m.
// Cost: (p - 1) alpha + floor(p^2/4) beta m/p with one port; with two ports, floor(p/2) rounds with about
// half as many bytes. Any p; for networks that are rings. The ring goes through one node after the other.

#include <array>
#include <utility>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/pack_along_ring.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

task alltoall_ring_both_ways(process& self, const_blocks send, blocks recv, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), rank = self.rank(), own = order.number_of(rank);
  self.copy_meanwhile(send[rank], recv[rank]);
  const std::size_t n = send[rank].bytes();
  if (n == 0 || p == 1) co_return;
  const int above = order.rank_of(ring(own, 1, p)), below = order.rank_of(ring(own, -1, p));

  // Before step i this process holds the blocks that have to go 1, 2, ... further up, nearest first, and
  // those that have to go ..., 2, 1 further down, nearest last.
  const int most_up = p / 2, most_down = (p - 1) / 2;
  const std::size_t all_up = static_cast<std::size_t>(most_up) * n,
                    all_down = static_cast<std::size_t>(most_down) * n;
  const scratch even_up(self, all_up), odd_up(self, all_up), even_down(self, all_down),
      odd_down(self, all_down);
  buffer up = even_up, from_below = odd_up, down = even_down, from_above = odd_down;
  pack_along_ring(self, send, order, ring(own, 1, p), most_up, up);
  pack_along_ring(self, send, order, ring(own, -most_down, p), most_down, down);
  for (int i = 1; i <= most_up; ++i) {
    from_below = from_below.slice(0, up.count);
    from_above = from_above.slice(0, down.count);
    std::array<transfer, 2> both{transfer{up, above, from_below, below},
                                 transfer{down, below, from_above, above}};
    co_await self.together(std::span(both).first(i <= most_down ? 2 : 1));
    self.copy(from_below.slice(0, n), recv[order.rank_of(ring(own, -i, p))]);
    up = std::exchange(from_below, up).slice(n, up.count - n);
    if (i > most_down) continue;
    const std::size_t passed_on = down.count - n;
    self.copy(from_above.slice(passed_on, n), recv[order.rank_of(ring(own, i, p))]);
    down = std::exchange(from_above, down).slice(0, passed_on);
  }
}

}  // namespace

extern const algorithm alltoall_ring_both_ways_entry{
    .of = collective::alltoall,
    .name = "ring_both_ways",
    .summary = "ring, each block the shorter way, passed on by all between",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.side_by_side = true},
    .run = [](process& self,
              const call& c) { return alltoall_ring_both_ways(self, c.send, c.recv, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const double up = s.p / 2, down = (s.p - 1) / 2;
          return cost{.rounds = s.p - 1.0,
                      .bytes = s.bytes / s.p * (up * (up + 1) + down * (down + 1)) / 2,
                      .behind = down};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
