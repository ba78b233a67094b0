// Allreduce on a hypercube: in round k the processes that differ in bit k of their number exchange their
// partial results. Other numbers of processes are folded onto a power of two. In rank order: partial results
// are always those of consecutive processes, the lower ones left.
// Source: Traeff, HPC lecture "Collectives"; Grama, Gupta, Karypis, Kumar, "Basic Communication Operations".
// Cost: log2 p (alpha + (beta + gamma) m) for a power of two; otherwise floor(log2 p) + 2 rounds of m bytes,
// one reduction less. Any p; the vector is never cut.

#include <bit>
#include <utility>

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/folding.hpp"

namespace tutti {

task allreduce_recursive_doubling(process& self, const_buffer in, buffer out, operation op) {
  const folding fold(self.size());
  const int rank = self.rank();
  if (fold.folded(rank)) {
    co_await self.send(in, rank + 1);
    co_await self.recv(out, rank + 1);
    co_return;
  }
  const int v = fold.member(rank);
  // Where the own part is the left operand (bit k of v is 0) the result lies where the right one came in, and
  // the two places change roles. They begin so that they end with the result in `out`.
  scratch room(self, in);
  buffer mine = out, theirs = room;
  if ((fold.dimensions() - std::popcount(static_cast<unsigned>(v))) % 2 == 1) std::swap(mine, theirs);

  // A left operand is only read, so the first may be `in` itself, unless that is where the right one comes
  // in.
  const bool left_first = fold.members() > 1 && v % 2 == 0 && !fold.doubled(rank);
  const_buffer sum = in;
  if (!left_first || same_elements(in, theirs)) {
    self.copy(in, mine);
    sum = mine;
  }
  if (fold.doubled(rank)) {
    co_await self.recv(theirs, rank - 1);
    self.reduce(op, theirs, mine);
  }
  for (int d = 1; d < fold.members(); d *= 2) {
    const int partner = fold.rank(v ^ d);
    co_await self.sendrecv(sum, partner, theirs, partner);
    if ((v & d) == 0) {
      self.reduce(op, sum, theirs);
      std::swap(mine, theirs);
    } else {
      self.reduce(op, theirs, mine);
    }
    sum = mine;
  }
  if (fold.doubled(rank)) co_await self.send(out, rank - 1);
}

extern const algorithm allreduce_recursive_doubling_entry{
    .of = collective::allreduce,
    .name = "recursive_doubling",
    .summary = "hypercube, other p folded onto it; in rank order",
    .source = "folklore; Traeff, HPC lecture; Grama et al.",
    .run = [](process& self, const call& c) { return allreduce_recursive_doubling(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const folding fold(s.p);
          const double rounds = fold.dimensions() + (fold.extra() > 0 ? 2 : 0);
          const double reductions = fold.dimensions() + (fold.extra() > 0 ? 1 : 0);
          return cost{.rounds = rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
        },
};

}  // namespace tutti
