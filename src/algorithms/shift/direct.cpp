// Circular shift in one message to where it belongs.
// Source: Grama, Gupta, Karypis, Kumar, "Basic Communication Operations", equation (9): E-cube routing.
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

}  // namespace tutti
