// Exscan along the chain of processes, pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining".
// Cost: (p - 1 + M - 1) (alpha + beta m / M), and the last process reduces nothing. Any p; in rank order.

#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {

task exscan_chain(process& self, const_buffer in, buffer out, operation op, int pieces) {
  const int p = self.size(), rank = self.rank();
  const int before = rank > 0 ? rank - 1 : nobody, after = rank + 1 < p ? rank + 1 : nobody;
  const bool between = before != nobody && after != nobody;
  const block_scratch even(self, in, pieces, between), odd(self, in, pieces, between);
  // In each round block i is received, which is already the result, while block i - 1 with this process's
  // block added is sent.
  const_buffer finished;
  for (int i = 0; i < pieces; ++i) {
    const const_buffer own = in.part(i, pieces);
    const buffer result = out.part(i, pieces);
    buffer sum;
    if (between) {  // this process's block may be in the place of the result
      sum = (i % 2 == 0 ? even : odd).room(own);
      self.copy(own, sum);
    }
    if (before != nobody || i > 0) co_await self.sendrecv(finished, i > 0 ? after : nobody, result, before);
    if (between) self.reduce(op, result, sum);
    finished = between ? const_buffer(sum) : own;
  }
  if (after != nobody) co_await self.send(finished, after);
}

extern const algorithm exscan_chain_entry{
    .of = collective::exscan,
    .name = "chain",
    .summary = "chain, pipelined",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return exscan_chain(self, c.in, c.out, c.op, c.pieces); },
    .price =
        [](const shape& s) {
          cost c = price_of_pipeline<chain_pipeline>(s);
          if (s.p > 2) c.reduced = (c.rounds - 1) * s.bytes / s.pieces;
          return c;
        },
    .stages = chain_pipeline,
    .traits = {.on_network = traffic::neighbours, .same_for_elements = true},
};

}  // namespace tutti
