// Barrier by dissemination: after round k each process has heard, directly or not, from the 2^(k+1) - 1
// before it.
// Source: Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization", 1988; the pattern is that of
// the dissemination allgather of Traeff, HPC lecture "Collectives".
// Cost: ceil(log2 p) alpha. Any p.

#include "algorithms/barrier/barrier.hpp"

namespace tutti {

task barrier_dissemination(process& self) {
  const int p = self.size(), rank = self.rank();
  for (int d = 1; d < p; d *= 2)
    co_await self.sendrecv(nothing, ring(rank, d, p), nothing, ring(rank, -d, p));
}

extern const algorithm barrier_dissemination_entry{
    .of = collective::barrier,
    .name = "dissemination",
    .summary = "circulant graph with skips 1, 2, 4, ...",
    .source = "Hensgen, Finkel, Manber 1988; Traeff, HPC lecture",
    .run = [](process& self, const call&) { return barrier_dissemination(self); },
    .price = [](const shape& s) { return cost{.rounds = 1.0 * ceil_log2(s.p)}; },
};

}  // namespace tutti
