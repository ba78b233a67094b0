// Broadcast along a binomial tree, each parent sending to its largest subtree first.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree broadcast without harmful algorithmic latency".
// Cost: ceil(log2 p) (alpha + beta m). Any p, any root, any layout; the data is never cut.

#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_binomial(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // v hears from the process that has v's lowest set bit cleared, then serves the bits below, the largest
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
