// Broadcast along a binomial tree whose numbers are those of the pre-order, bit-reversed: in round k the
// processes 0, ..., 2^k - 1 send to the processes 2^k above them.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree broadcast without harmful algorithmic latency".
// A process that receives in round k finds its parent in k + 1 steps, so that none is found later than the
// data arrive. In bcast.binomial those that send first take longest, the root log2 p steps. The ranks of a
// subtree are scattered, 2^(k + 1) apart: on nodes and rings bcast.binomial crosses fewer links.
// Cost: ceil(log2 p) (alpha + beta m). Any p, any root, any layout; the data is never cut.
//
//     p = 8:   0 -> 1    0 -> 2, 1 -> 3    0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7

#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_binomial_bit_reversed(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  int reached = 1, before = 0;  // the processes that have the data after v's round, and before it
  while (v >= reached) {
    before = reached;
    reached *= 2;
  }
  if (v > 0) co_await self.recv(data, absolute_rank(v - before, root, p));
  for (; v + reached < p; reached *= 2) co_await self.send(data, absolute_rank(v + reached, root, p));
}

extern const algorithm bcast_binomial_bit_reversed_entry{
    .of = collective::bcast,
    .name = "binomial_bit_reversed",
    .summary = "binomial tree, from all that have the data to as many more: places are found in time",
    .source = "Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return bcast_binomial_bit_reversed(self, c.out, c.root); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * ceil_log2(s.p)};
        },
};

}  // namespace tutti
