// Circular shift by one message straight to the destination.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4,
// equation (9): E-cube routing.
// Cost: alpha + beta m. Any p.

#include "algorithms/shift/shift.hpp"

namespace tutti {

task shift_direct(process& self, const_buffer in, buffer out, int q) {
  const int p = self.size(), rank = self.rank();
  if (q == 0)
    self.copy(in, out);
  else
    co_await self.sendrecv(in, ring(rank, q, p), out, ring(rank, -q, p));
}

extern const algorithm shift_direct_entry{
    .of = collective::shift,
    .name = "direct",
    .summary = "straight to where it belongs",
    .source = "Grama, Gupta, Karypis, Kumar",
    .run = [](process& self, const call& c) { return shift_direct(self, c.in, c.out, c.root); },
    .price = [](const shape& s) { return price_of_shift(s, s.p > 1 && s.distance != 0 ? 1 : 0); },
    .traits = {.on_network = traffic::direct},
};

}  // namespace tutti
