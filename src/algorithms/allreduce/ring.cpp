// Allreduce = Reduce-scatter + Allgather, both around a ring: a partial sum of each block travels once
// around, then the result of each block does.
// Source: Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations", 2009;
// Traeff, HPC lecture "Linear-ring reduce-scatter".
// Cost: 2 (p - 1) (alpha + beta m / p), and (p - 1) m / p reduced.
// Requires: a commutative operator. Any p. The ring goes through one node after the other.

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task allreduce_ring(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), own = order.number_of(self.rank());
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const int before = order.rank_of(ring(own, -1, p)), after = order.rank_of(ring(own, 1, p));
  const bool in_place = same_elements(in, out);
  const block_scratch incoming(self, in, p, in_place);

  // Round i sends the partial sum of block own - i and receives that of the block before it; the last round
  // receives that of its own block.
  for (int i = 1; i < p; ++i) {
    const int block = ring(own, -i, p), next = ring(block, -1, p);
    const const_buffer sum = i == 1 ? in.part(block, p) : out.part(block, p);
    const buffer partial = out.part(next, p);
    const buffer received = in_place ? incoming.room(partial) : partial;
    co_await self.sendrecv(sum, after, received, before);
    self.reduce(op, in_place ? received : in.part(next, p), partial);
  }
  for (int block = own, i = 1; i < p; ++i) {
    const int next = ring(block, -1, p);
    co_await self.sendrecv(out.part(block, p), after, out.part(next, p), before);
    block = next;
  }
}

extern const algorithm allreduce_ring_entry{
    .of = collective::allreduce,
    .name = "ring",
    .summary = "reduce-scatter, then allgather, around a ring",
    .source = "Patarasuk, Yuan 2009; Traeff, HPC lecture",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_ring(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          const double once = (s.p - 1) * s.bytes / s.p;
          return cost{.rounds = 2.0 * (s.p - 1), .bytes = 2 * once, .reduced = once};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
