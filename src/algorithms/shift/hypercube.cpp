// Circular shift on a hypercube in phases, one for each power of two of which q is the sum.
//
// With place i of the ring on node gray(i), adding 2^k to i changes two bits of its node: bit k - 1, since
// bit k of i changes, and one bit from k on, since gray codes of neighbours (of i >> k) differ in one. So a
// phase has two rounds: all exchange along dimension k - 1, and then each sends along that other dimension.
// For k = 0 only the second bit changes.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Circular shift on
// a hypercube", equation (8).
// Cost: at most (2 log2 p - 1) (alpha + beta m).
// Requires: a power of two of processes.

#include <bit>
#include <stdexcept>

#include "algorithms/shift/relay.hpp"
#include "algorithms/shift/shift.hpp"

namespace tutti {

static int rounds_on_hypercube(int q) noexcept {
  return 2 * std::popcount(static_cast<unsigned>(q)) - (q & 1);
}

task shift_on_hypercube(process& self, const_buffer in, buffer out, int q) {
  const int p = self.size(), rank = self.rank();
  if (!is_power_of_two(p)) throw std::invalid_argument("shift_on_hypercube: the size is not a power of two");
  const int node = gray_code(rank);
  relay moving(self, in, out, rounds_on_hypercube(q));
  for (int step = 1; step < p; step *= 2) {
    if ((q & step) == 0) continue;
    const int first_bit = step / 2;  // 0 in the phase of a single round
    if (first_bit != 0) {
      const int partner = gray_place(node ^ first_bit);
      co_await self.sendrecv(moving.data(), partner, moving.room(), partner);
      moving.received();
    }
    // This process now holds the data of the partner's place, which go `step` places on. The data for this
    // place are held by the process that has exchanged with the place `step` before.
    const int origin = gray_place(node ^ first_bit);
    const int to = ring(origin, step, p), from = gray_place(gray_code(ring(rank, -step, p)) ^ first_bit);
    co_await self.sendrecv(moving.data(), to, moving.room(), from);
    moving.received();
  }
}

extern const algorithm shift_hypercube_entry{
    .of = collective::shift,
    .name = "hypercube",
    .summary = "along the links of a hypercube, a phase for each power of two",
    .source = "Grama, Gupta, Karypis, Kumar",
    .needs = {.power_of_two = true},
    .run = [](process& self, const call& c) { return shift_on_hypercube(self, c.in, c.out, c.root); },
    .price =
        [](const shape& s) {
          return price_of_shift(s, rounds_on_hypercube(s.distance < 0 ? s.p - 1 : s.distance));
        },
};

}  // namespace tutti
