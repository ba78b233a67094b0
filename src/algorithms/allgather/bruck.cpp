// Allgather on the circulant graph with skips 1, 2, 4, ...: the known blocks double in each round.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; Traeff, HPC lecture "Collectives",
// "Bruck/Dissemination Allgather".
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m. Any p. Blocks are received in place; only runs that go past
// the last block are packed.

#include <algorithm>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task allgather_bruck(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  // Known are the d blocks up to `rank`. The last n of them go to the process d above, the n before them
  // come from the process d below:   rank-d-n+1 .. rank-d | rank-d+1 .. rank-n | rank-n+1 .. rank
  //                             in                     known                known, out
  for (int d = 1; d < p; d *= 2) {
    const int n = std::min(d, p - d);
    const int to = ring(rank, d, p), from = ring(rank, -d, p);
    const packed_run<std::byte> out(self, {recv, ring(rank, 1 - n, p), n}),
        received(self, {recv, ring(from, 1 - n, p), n});
    out.pack();
    co_await self.sendrecv(out.message(), out.empty() ? nobody : to, received.message(),
                           received.empty() ? nobody : from);
    received.unpack();
  }
}

constexpr algorithm bruck_entry{
    .of = collective::allgather,
    .name = "bruck",
    .summary = "circulant graph, what is known doubles in each round",
    .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_bruck(self, c.in, c.recv); },
    .price = price_of_doubling,
};
extern const algorithm allgather_bruck_entry = bruck_entry;
extern const algorithm allgatherv_bruck_entry = for_any_lengths(bruck_entry, price_of_doubling_unequal);

}  // namespace tutti
