// Reduction along a Bine tree in rank order: the binomial tree over halves of the range of ranks. Each half
// is reduced on a process a third of the half away from the other half, so that messages go two thirds as far
// as in reduce.binomial.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees: Enhancing
// Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311, for powers of two;
// the tree of bcast.bine, which says how it was worked out for any p, read backwards.
// Cost: ceil(log2 p) (alpha + beta m + gamma m). Any p, any root, any operator, any layout; nothing is cut.
// Every partial result is that of consecutive ranks.

#include "algorithms/reduce/reduce.hpp"

namespace tutti {

extern const algorithm reduce_bine_entry{
    .of = collective::reduce,
    .name = "bine",
    .summary = "Bine tree in rank order: binomial, with near partners, for any root",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .run = [](process& self,
              const call& c) { return reduce_by_halves(self, c.in, c.out, c.op, c.root, third_of_half); },
    .price =
        [](const shape& s) {
          const double q = ceil_log2(s.p);
          return cost{.rounds = q, .bytes = q * s.bytes, .reduced = q * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
