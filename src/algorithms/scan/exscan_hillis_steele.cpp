// Exscan by doubling: as the scan, with the sum of the nearest processes kept both with and without the own
// vector; what comes in is always the sum with it of the process 2^k before.
// Source: Hillis, Steele, "Data parallel algorithms", 1986; Traeff, HPC lecture "Scan/Exscan in
// fully-connected networks".
// Cost: ceil(log2 p) (alpha + beta m); at most 2 (ceil(log2 p) - 1) m reduced. Any p; in rank order; the
// vector is never cut.

#include "algorithms/scan/scan.hpp"

namespace tutti {

task exscan_hillis_steele(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  // What is sent: `in`, until something is added to it or the first sum without it takes its place.
  const bool sends_sums = rank > 0 && rank + 2 < p;
  const bool in_the_way = rank > 0 && rank + 1 < p && same_elements(in, out);
  scratch with(self, sends_sums || in_the_way ? in.count : 0, *in.type);
  scratch received(self, rank > 1 ? in.count : 0, *in.type);
  const_buffer sum = in;
  if (sends_sums || in_the_way) {
    self.copy(in, with);
    sum = with;
  }
  for (int d = 1; d < p; d *= 2) {
    const int after = rank + d < p ? rank + d : nobody, before = rank >= d ? rank - d : nobody;
    if (after == nobody && before == nobody) break;
    const buffer without = d == 1 ? out : received.all();
    co_await self.sendrecv(sum, after, without, before);
    if (before == nobody) continue;
    if (d > 1) self.reduce(op, received, out);
    if (rank + 2 * d < p) self.reduce(op, without, with);
  }
}

extern const algorithm exscan_hillis_steele_entry{
    .of = collective::exscan,
    .name = "hillis_steele",
    .summary = "distances 1, 2, 4, ...: ceil(log2 p) rounds",
    .source = "Hillis, Steele 1986; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return exscan_hillis_steele(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const int rounds = ceil_log2(s.p);
          const double reductions = rounds > 1 ? 2 * (rounds - 1) : 0;
          return cost{.rounds = 1.0 * rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
        },
    .traits = {.bound = true},  // which process reduces twice in most rounds depends on p
};

}  // namespace tutti
