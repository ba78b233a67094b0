// Reduction along a binomial tree in rank order, for any root in ceil(log2 p) rounds.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree reduction", on the tree of its "Binomial
// tree-like, divide-and-conquer scatter" read backwards.
// Cost: ceil(log2 p) (alpha + beta m + gamma m). Any p, any root, any operator, any layout; nothing is
// cut.
//
// Counting ranks from the root, as usual, would combine root, ..., p - 1, 0, ..., root - 1. Instead the range
// of ranks is halved: each half is reduced on one of its processes, the root's half on the root, and the
// process of the other half sends to it. So every partial result is that of consecutive ranks, and no root
// costs an extra round.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/reduce_from.hpp"
#include "algorithms/shapes/halvings.hpp"

namespace tutti {

task reduce_binomial(process& self, const_buffer in, buffer out, operation op, int root) {
  return reduce_by_halves(self, in, out, op, root, first_of_half);
}

task reduce_by_halves(process& self, const_buffer in, buffer out, operation op, int root, head_of_half head) {
  return reduce_from(self, in, out, op, halvings(self.rank(), self.size(), root, head));
}

extern const algorithm reduce_binomial_entry{
    .of = collective::reduce,
    .name = "binomial",
    .summary = "binomial tree in rank order, for any root",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return reduce_binomial(self, c.in, c.out, c.op, c.root); },
    .price =
        [](const shape& s) {
          const double q = ceil_log2(s.p);
          return cost{.rounds = q, .bytes = q * s.bytes, .reduced = q * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
