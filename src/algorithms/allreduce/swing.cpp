// Allreduce = Reduce-scatter by halving + Allgather by doubling with the partners of Swing, which
// are near each other on a torus: the nearest exchange most. On a ring these are the partners of Bine trees,
// which are near in rank. Other numbers of processes are folded onto a power of two.
// Source: De Sensi, Bonato, Saam, Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth Allreduce", NSDI
// 2024. There several such allreduces at once use all ports of a torus; here there is one. De Sensi,
// Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees: Enhancing Collective Operations by
// Optimizing Communication Locality", SC 2025, arXiv 2508.17311; worked out here from its abstract.
// Cost: as allreduce.butterfly: 2 log2 p alpha + 2 (p - 1) / p beta m for a power of two p, and (p - 1)
// m / p reduced. For other p the terms of the largest power of two below p, 2 rounds of m bytes and one
// reduction of m more. Any p.
// Requires: a commutative operator.

#include <algorithm>

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/folding.hpp"
#include "algorithms/shapes/swing_torus.hpp"

namespace tutti {

namespace {

task allreduce_on_torus(process& self, const_buffer in, buffer out, operation op, swing_torus torus) {
  const folding fold(self.size());
  const int rank = self.rank(), parts = fold.members();
  if (fold.folded(rank)) {
    co_await self.send(in, rank + 1);
    co_await self.recv(out, rank + 1);
    co_return;
  }
  const std::size_t lower = in.parts_from(0, parts / 2, parts).count;
  const scratch room(self, fold.doubled(rank) ? in.count : std::max(lower, in.count - lower), *in.type);
  const_buffer sum = in;
  if (fold.doubled(rank)) {
    co_await self.recv(room, rank - 1);
    self.reduce_into(op, room, in, out);
    sum = out;
  }

  const int v = fold.member(rank), position = torus.position(v);
  int first = 0, n = parts;
  for (int step = 0; step < torus.steps(); ++step) {
    n /= 2;
    const bool upper = (position & n) != 0;
    const int keep = upper ? first + n : first, give = upper ? first : first + n;
    const int partner = fold.rank(torus.partner(v, step));
    const const_buffer kept = sum.parts_from(keep, n, parts);
    const buffer received = room.slice(0, kept.count);
    co_await self.sendrecv(sum.parts_from(give, n, parts), partner, received, partner);
    self.reduce_into(op, received, kept, out.parts_from(keep, n, parts));
    sum = out;
    first = keep;
  }
  if (parts == 1) self.copy(sum, out);

  for (int step = torus.steps(); step-- > 0; n *= 2) {
    const int partner = fold.rank(torus.partner(v, step)), other = first ^ n;
    co_await self.sendrecv(out.parts_from(first, n, parts), partner, out.parts_from(other, n, parts),
                           partner);
    first = std::min(first, other);
  }
  if (fold.doubled(rank)) co_await self.send(out, rank - 1);
}

}  // namespace

task allreduce_swing(process& self, const_buffer in, buffer out, operation op) {
  return allreduce_on_torus(self, in, out, op, swing_torus(mesh_shape(folding(self.size()).members())));
}

task allreduce_bine(process& self, const_buffer in, buffer out, operation op) {
  return allreduce_on_torus(self, in, out, op, swing_torus({folding(self.size()).members(), 1}));
}

extern const algorithm allreduce_bine_entry{
    .of = collective::allreduce,
    .name = "bine",
    .summary = "halving reduce-scatter, then doubling allgather, with partners that are near in rank",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_bine(self, c.in, c.out, c.op); },
    .price = price_of_halving_and_doubling,
};

extern const algorithm allreduce_swing_entry{
    .of = collective::allreduce,
    .name = "swing",
    .summary = "halving reduce-scatter, then doubling allgather, with partners that are near on a torus",
    .source = "De Sensi, Bonato, Saam, Hoefler 2024",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_swing(self, c.in, c.out, c.op); },
    .price = price_of_halving_and_doubling,
};

}  // namespace tutti
