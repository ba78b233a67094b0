// Exscan with the distances 1, 2, 3, 6, 12, ...: at most one round less than by shifting and then doubling,
// one reduction a round. After the first round a process has the vector before it; in the second round that
// with the own one added is sent two on, so that sums of three are known; from then on the results themselves
// are sent as far as they reach, and double.
//
//   known after round 1:  [r-1 .. r-1],   2:  [r-3 .. r-1],   3:  [r-6 .. r-1],   4:  [r-12 .. r-1], ...
//
// Source: Traeff, "Communication round and computation efficient exclusive prefix-sums algorithms (for
// MPI_Exscan)", 2025.
// Cost: q = ceil(log2 (p - 1) + log2 (4 / 3)) rounds of alpha + beta m. At most q m reduced on a process that
// also sends in round 2, (q - 1) m on others, as the source counts; along a chain of messages q m for p > 3.
// Any p; in rank order; the vector is never cut.

#include "algorithms/scan/scan.hpp"

namespace tutti {

task exscan_doubling_123(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const auto behind = [=](int d) { return rank + d < p ? rank + d : nobody; };
  const auto ahead = [=](int d, int first) { return rank - d >= first ? rank - d : nobody; };

  // The own vector is sent with the first sum added to it, and may lie where that comes in.
  const bool adds = rank > 0 && behind(2) != nobody;
  const bool in_the_way = rank > 0 && behind(1) != nobody && same_elements(in, out);
  scratch copied(self, adds || in_the_way ? in.count : 0, *in.type);
  scratch received(self, rank > 1 ? in.count : 0, *in.type);
  const_buffer own = in;
  if (adds || in_the_way) {
    self.copy(in, copied);
    own = copied;
  }
  if (p > 1) co_await self.sendrecv(own, behind(1), out, ahead(1, 0));
  if (adds) self.reduce(op, out, copied);
  if (behind(2) != nobody || ahead(2, 0) != nobody)
    co_await self.sendrecv(own, behind(2), received, ahead(2, 0));
  if (ahead(2, 0) != nobody) self.reduce(op, received, out);
  if (rank == 0) co_return;  // its result is not there
  for (int d = 3; d < p - 1; d *= 2) {
    const int to = behind(d), from = ahead(d, 1);
    if (to != nobody || from != nobody) co_await self.sendrecv(out, to, received, from);
    if (from != nobody) self.reduce(op, received, out);
  }
}

extern const algorithm exscan_doubling_123_entry{
    .of = collective::exscan,
    .name = "doubling_123",
    .summary = "distances 1, 2, 3, 6, 12, ...: one reduction a round",
    .source = "Traeff 2025",
    .run = [](process& self, const call& c) { return exscan_doubling_123(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          int rounds = (s.p > 1) + (s.p > 2);
          for (int d = 3; d < s.p - 1; d *= 2) ++rounds;
          const int reductions = s.p > 3 ? rounds : s.p > 2 ? 1 : 0;
          return cost{.rounds = 1.0 * rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
        },
};

}  // namespace tutti
