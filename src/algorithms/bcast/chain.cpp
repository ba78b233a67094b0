// Broadcast along a chain (a ring without its last link), pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining".
// Cost: (p - 1 + M - 1) (alpha + beta m / M). Any p, any root.
// The chain goes through one node after the other.

#include "algorithms/bcast/bcast.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task bcast_chain(process& self, buffer data, int root, int pieces, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  const int before = v > 0 ? order.rank_of(absolute_rank(v - 1, first, p)) : nobody;
  const int after = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  // In each round block i is received while block i - 1 is sent.
  if (before != nobody) co_await self.recv(data.part(0, pieces), before);
  for (int i = 1; i < pieces; ++i) {
    const buffer done = data.part(i - 1, pieces), next = data.part(i, pieces);
    co_await self.sendrecv(done, after, next, before);
  }
  if (after != nobody) co_await self.send(data.part(pieces - 1, pieces), after);
}

extern const algorithm bcast_chain_entry{
    .of = collective::bcast,
    .name = "chain",
    .summary = "chain, pipelined",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_chain(self, c.out, c.root, c.pieces, c.nodes); },
    .price = price_of_pipeline<chain_pipeline>,
    .stages = chain_pipeline,
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
