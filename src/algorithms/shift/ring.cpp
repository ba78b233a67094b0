// Circular shift around a ring, step by step, the shorter way.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Circular shift
// on a mesh" (a ring first).
// Cost: min(q, p - q) (alpha + beta m). Any p.

#include <algorithm>

#include "algorithms/shift/relay.hpp"
#include "algorithms/shift/shift.hpp"

namespace tutti {

task shift_on_ring(process& self, const_buffer in, buffer out, int q) {
  const int p = self.size(), rank = self.rank();
  const int step = q <= p - q ? 1 : -1, rounds = std::min(q, p - q);
  relay moving(self, in, out, rounds);
  for (int i = 0; i < rounds; ++i) {
    co_await self.sendrecv(moving.data(), ring(rank, step, p), moving.room(), ring(rank, -step, p));
    moving.received();
  }
}

extern const algorithm shift_ring_entry{
    .of = collective::shift,
    .name = "ring",
    .summary = "around a ring, the shorter way",
    .source = "Grama, Gupta, Karypis, Kumar",
    .run = [](process& self, const call& c) { return shift_on_ring(self, c.in, c.out, c.root); },
    .price = [](const shape& s) { return price_of_shift(s, rounds_on_ring(s.p, s.distance)); },
    .traits = {.on_network = traffic::neighbours},
};

}  // namespace tutti
