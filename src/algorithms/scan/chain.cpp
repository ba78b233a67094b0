// Scan along the chain of processes, pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining".
// Cost: (p - 1 + M - 1) (alpha + (beta + gamma) m / M). Any p; in rank order.

#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {

task scan_chain(process& self, const_buffer in, buffer out, operation op, int pieces) {
  const int p = self.size(), rank = self.rank();
  const int before = rank > 0 ? rank - 1 : nobody, after = rank + 1 < p ? rank + 1 : nobody;
  const block_scratch incoming(self, in, pieces, before != nobody);
  // In each round block i is received while block i - 1 is sent.
  const_buffer finished;
  for (int i = 0; i < pieces; ++i) {
    const buffer sum = out.part(i, pieces);
    const buffer received = before != nobody ? incoming.room(sum) : buffer{};
    if (before != nobody || i > 0) co_await self.sendrecv(finished, i > 0 ? after : nobody, received, before);
    if (before != nobody)
      self.reduce_into(op, received, in.part(i, pieces), sum);
    else
      self.copy(in.part(i, pieces), sum);
    finished = sum;
  }
  if (after != nobody) co_await self.send(finished, after);
}

extern const algorithm scan_chain_entry{
    .of = collective::scan,
    .name = "chain",
    .summary = "chain, pipelined",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return scan_chain(self, c.in, c.out, c.op, c.pieces); },
    .price = price_of_reducing_pipeline<chain_pipeline>,
    .stages = chain_pipeline,
    .traits = {.on_network = traffic::neighbours, .same_for_elements = true},
};

}  // namespace tutti
