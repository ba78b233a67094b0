// Barrier along a binomial tree: a process that has heard from its children notifies its parent; the root
// then notifies all.
// Source: Traeff, HPC lecture "Collectives" (the binomial tree, up and down).
// Cost: 2 ceil(log2 p) alpha, with 2 (p - 1) messages in total. Any p.

#include "algorithms/barrier/barrier.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task barrier_binomial(process& self) {
  const int p = self.size(), rank = self.rank();
  // The tree of the broadcast, backwards: children rank + 1, rank + 2, rank + 4, ... below the lowest set bit
  // of rank.
  int bit = 1;
  for (; bit < p && (rank & bit) == 0; bit *= 2)
    if (rank + bit < p) co_await self.recv(nothing, rank + bit);
  if (rank > 0) co_await self.send(nothing, rank - bit);
  co_await bcast_binomial(self, nothing, 0);
}

extern const algorithm barrier_binomial_entry{
    .of = collective::barrier,
    .name = "binomial",
    .summary = "binomial tree, up and down: fewest messages",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call&) { return barrier_binomial(self); },
    .price = [](const shape& s) { return cost{.rounds = 2.0 * ceil_log2(s.p)}; },
};

}  // namespace tutti
