// Reduction = Reduce-scatter + Gather, both between neighbours: the vector is cut into p parts. A partial sum
// of each part goes once around a ring, then the results go along the ring to the root.
// Source: Chan, Heimlich, Purkayastha, van de Geijn, "Collective communication: theory, practice, and
// experience", 2007; Traeff, HPC lecture "Linear-ring reduce-scatter".
// Cost: 2 (p - 1) (alpha + beta m / p), and (p - 1) m / p reduced. Any p, any root. Requires a commutative
// operator. The ring goes through one node after the other.

#include <utility>

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

task reduce_ring(process& self, const_buffer in, buffer out, operation op, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const int before = order.rank_of(absolute_rank(ring(v, -1, p), first, p)),
            after = order.rank_of(absolute_rank(ring(v, 1, p), first, p));
  const block_scratch one(self, in, p), other(self, in, p);
  const const_buffer longest = in.part(p - 1, p);
  buffer room = one.room(longest), next_room = other.room(longest);
  const_buffer sum;

  // Round i sends the partial sum of part v - i and receives that of the part before it. The last round
  // receives that of part v.
  for (int i = 1; i < p; ++i) {
    const int part = ring(v, -i, p), next = ring(part, -1, p);
    const const_buffer own = in.part(next, p);
    const buffer received = room.slice(0, own.count);
    co_await self.sendrecv(i == 1 ? in.part(part, p) : sum, after, received, before);
    self.reduce(op, own, received);
    sum = received;
    std::swap(room, next_room);
  }

  // Parts v, v + 1, ..., p - 1 go down in this order. Each goes while the next one arrives.
  if (v == 0) {
    self.copy_meanwhile(sum, out.part(0, p));
    for (int part = 1; part < p; ++part) co_await self.recv(out.part(part, p), after);
    co_return;
  }
  for (int part = v + 1; part < p; ++part) {
    const buffer received = room.slice(0, in.part(part, p).count);
    co_await self.sendrecv(sum, before, received, after);
    sum = received;
    std::swap(room, next_room);
  }
  co_await self.send(sum, before);
}

}  // namespace

extern const algorithm reduce_ring_entry{
    .of = collective::reduce,
    .name = "ring",
    .summary = "reduce-scatter around a ring, then gather along it",
    .source = "Chan, Heimlich, Purkayastha, van de Geijn 2007",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return reduce_ring(self, c.in, c.out, c.op, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const double once = (s.p - 1) * s.bytes / s.p;
          return cost{.rounds = 2.0 * (s.p - 1), .bytes = 2 * once, .reduced = once};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
