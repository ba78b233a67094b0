// Allreduce on a hypercube: in round k the processes that differ in bit k of their number exchange their
// partial results. Other numbers of processes are folded onto a power of two. In rank order: partial results
// are always those of consecutive processes, the lower ones left.
// Source: Traeff, HPC lecture "Collectives"; Grama, Gupta, Karypis, Kumar, "Introduction to Parallel
// Computing", 2003, ch. 4.
// Cost: log2 p (alpha + (beta + gamma) m) for a power of two; otherwise floor(log2 p) + 2 rounds of m bytes,
// one reduction less. Any p; the vector is never cut.

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
  // The result of a round replaces the vector received, because the partner has just read the other place.
  // The two places are assigned such that the result ends in `out`.
  scratch room(self, in);
  buffer mine = out, theirs = room;
  if (fold.dimensions() % 2 == 1) std::swap(mine, theirs);

  // The first operand is only read: it is `in` itself, unless the other operand is received there.
  const_buffer sum = in;
  if (fold.members() == 1 || same_elements(in, theirs)) {
    self.copy(in, mine);
    sum = mine;
  }
  if (fold.doubled(rank)) {
    co_await self.recv(theirs, rank - 1);
    self.reduce_into(op, theirs, sum, mine);
    sum = mine;
  }
  for (int d = 1; d < fold.members(); d *= 2) {
    const int partner = fold.rank(v ^ d);
    co_await self.sendrecv(sum, partner, theirs, partner);
    if ((v & d) == 0)
      self.reduce(op, sum, theirs);
    else
      self.reduce_into(op, theirs, sum, theirs);
    std::swap(mine, theirs);
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
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
