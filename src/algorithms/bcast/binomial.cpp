// Broadcast along a binomial tree, each parent sending to its largest subtree first.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree broadcast with harmful algorithmic latency";
// Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, GENERAL_ONE_TO_ALL_BC. A
// subtree is a run of consecutive ranks. This suits rings, where no two messages of a round meet, and meshes
// and nodes, whose rows and processes are such runs. The lecture's numbering "without harmful latency",
// bcast.binomial_bit_reversed, scatters the ranks of a subtree. The harmful latency is that of the loop which
// finds the parent: log2 p steps of a nanosecond, where a start-up takes a microsecond.
// Cost: ceil(log2 p) (alpha + beta m). Any p, any root, any layout; the data is never cut.

#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_binomial(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // v receives from the process that has v's lowest set bit cleared, then serves the bits below, the largest
  // first.
  int bit = 1;
  while (bit < p && (v & bit) == 0) bit *= 2;
  if (v > 0) co_await self.recv(data, absolute_rank(v - bit, root, p));
  for (bit /= 2; bit > 0; bit /= 2)
    if (v + bit < p) co_await self.send(data, absolute_rank(v + bit, root, p));
}

extern const algorithm bcast_binomial_entry{
    .of = collective::bcast,
    .name = "binomial",
    .summary = "binomial tree, the largest subtree first",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return bcast_binomial(self, c.out, c.root); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * ceil_log2(s.p)};
        },
};

}  // namespace tutti
