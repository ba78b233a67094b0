// Allgather on a hypercube: exchange all that is known along one dimension after the other.
// Source: Traeff, HPC lecture "Collectives", "The power of the hypercube/butterfly: Allgather".
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two; nothing is copied.

#include <algorithm>

#include "algorithms/allgather/allgather.hpp"

namespace tutti {

task allgather_recursive_doubling(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  // The d blocks of the subcube are known: the ranks that differ from this rank in the bits below d.
  for (int d = 1; d < p; d *= 2) {
    const int partner = rank ^ d;
    const buffer out = recv.run(rank & -d, d), received = recv.run(partner & -d, d);
    co_await self.sendrecv(out, out.empty() ? nobody : partner, received,
                           received.empty() ? nobody : partner);
  }
}

cost price_of_doubling(const shape& s) {
  if (s.bytes <= 0) return {};
  return {.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
}
cost price_of_doubling_unequal(const shape& s) {
  cost c{.rounds = 1.0 * ceil_log2(s.p)};
  for (int d = 1; d < s.p; d *= 2) c.bytes += s.in_blocks(std::min(d, s.p - d));
  return c;
}

constexpr algorithm recursive_doubling_entry{
    .of = collective::allgather,
    .name = "recursive_doubling",
    .summary = "hypercube, exchange all that is known",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_recursive_doubling(self, c.in, c.recv); },
    .price = price_of_doubling,
};
extern const algorithm allgather_recursive_doubling_entry = recursive_doubling_entry;
extern const algorithm allgatherv_recursive_doubling_entry =
    for_any_lengths(recursive_doubling_entry, price_of_doubling_unequal);

}  // namespace tutti
