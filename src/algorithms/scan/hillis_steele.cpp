// Scan by doubling: before round k each process has the sum of its 2^k nearest processes up to itself, and
// gets that of the process 2^k before it.
// Source: Hillis, Steele, "Data parallel algorithms", 1986 (known before); Traeff, HPC lecture "Scan/Exscan
// in fully-connected networks".
// Cost: ceil(log2 p) (alpha + (beta + gamma) m). Any p; in rank order; the vector is never cut.

#include "algorithms/scan/scan.hpp"

namespace tutti {

task scan_hillis_steele(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, out);
  scratch received(self, rank > 0 ? in.count : 0, *in.type);
  for (int d = 1; d < p; d *= 2) {
    const int after = rank + d < p ? rank + d : nobody, before = rank >= d ? rank - d : nobody;
    co_await self.sendrecv(out, after, received, before);
    if (before != nobody) self.reduce(op, received, out);
  }
}

extern const algorithm scan_hillis_steele_entry{
    .of = collective::scan,
    .name = "hillis_steele",
    .summary = "distances 1, 2, 4, ...: ceil(log2 p) rounds",
    .source = "Hillis, Steele 1986; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return scan_hillis_steele(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double rounds = ceil_log2(s.p);
          return cost{.rounds = rounds, .bytes = rounds * s.bytes, .reduced = rounds * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
