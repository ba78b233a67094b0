// Allreduce = Reduce-scatter by halving + Allgather by doubling on a hypercube; other numbers of processes
// are folded onto a power of two. In rank order: partners are first neighbours, then two apart, ..., so that
// partial results are always those of consecutive processes. Then member v ends with the part whose number is
// v with its bits reversed, which the allgather undoes.
// Source: van de Geijn, "On global combine operations", JPDC 22(2), 1994; Rabenseifner, "Optimization of
// collective reduction operations", ICCS 2004; Traeff, HPC lecture.
// Cost: 2 log2 p alpha + 2 (p - 1) / p beta m for a power of two p, and (p - 1) m / p reduced. For other p
// the terms of the largest power of two below p, 2 rounds of m bytes and one reduction of m more. Any p.

#include <algorithm>
#include <utility>

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/folding.hpp"

namespace tutti {

task allreduce_butterfly(process& self, const_buffer in, buffer out, operation op) {
  const folding fold(self.size());
  const int rank = self.rank(), parts = fold.members();
  if (fold.folded(rank)) {
    co_await self.send(in, rank + 1);
    co_await self.recv(out, rank + 1);
    co_return;
  }
  if (parts == 1 || fold.doubled(rank)) self.copy(in, out);
  scratch room(self, parts > 1 || fold.doubled(rank) ? in.count : 0, *in.type);
  buffer mine = out, theirs = room;
  const_buffer sum = same_elements(in, out) || fold.doubled(rank) ? const_buffer(out) : in;
  if (fold.doubled(rank)) {
    co_await self.recv(room, rank - 1);
    self.reduce(op, room, out);
  }

  // If this process's part is the left operand, the result is where the right one was received: the two
  // places swap roles. The first left operand may be in `in`; then the right one is received in the place of
  // the result.
  const int v = fold.member(rank);
  if (!same_elements(sum, out) && v % 2 == 0) std::swap(mine, theirs);
  int first = 0;
  for (int d = 1, n = parts / 2; d < parts; d *= 2, n /= 2) {
    const bool left = (v & d) == 0;
    const int keep = left ? first : first + n, give = left ? first + n : first;
    const int partner = fold.rank(v ^ d);
    const buffer received = theirs.parts_from(keep, n, parts), kept = mine.parts_from(keep, n, parts);
    co_await self.sendrecv(sum.parts_from(give, n, parts), partner, received, partner);
    if (left) {
      self.reduce(op, sum.parts_from(keep, n, parts), received);
      std::swap(mine, theirs);
    } else {
      self.reduce_into(op, received, sum.parts_from(keep, n, parts), kept);
    }
    sum = mine;
    first = keep;
  }
  if (parts > 1) self.copy(mine.part(first, parts), out.part(first, parts));

  for (int d = parts / 2, n = 1; d > 0; d /= 2, n *= 2) {
    const int partner = fold.rank(v ^ d), other = (v & d) == 0 ? first + n : first - n;
    co_await self.sendrecv(out.parts_from(first, n, parts), partner, out.parts_from(other, n, parts),
                           partner);
    first = std::min(first, other);
  }
  if (fold.doubled(rank)) co_await self.send(out, rank - 1);
}

cost price_of_halving_and_doubling(const shape& s) {
  const folding fold(s.p);
  const double once = (fold.members() - 1) * s.bytes / fold.members();
  const double folds = fold.extra() > 0 ? 1 : 0;
  return {.rounds = 2 * (fold.dimensions() + folds),
          .bytes = 2 * (once + folds * s.bytes),
          .reduced = once + folds * s.bytes};
}

extern const algorithm allreduce_butterfly_entry{
    .of = collective::allreduce,
    .name = "butterfly",
    .summary = "halving reduce-scatter, then doubling allgather; other p folded; in rank order",
    .source = "van de Geijn 1994; Rabenseifner 2004",
    .run = [](process& self, const call& c) { return allreduce_butterfly(self, c.in, c.out, c.op); },
    .price = price_of_halving_and_doubling,
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
