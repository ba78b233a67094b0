// Exscan in the least number of rounds, with few applications of the operator. A process knows the sum of the
// s vectors before its own. s takes up the binary digits of p - 1 from the highest on: it doubles in each
// round, and one is added if the digit is one. Then processes send their sum with their own vector added.
//
//   p - 1 = 1101: known after round 1: [r-1 .. r-1],  2:  [r-3 .. r-1],  3:  [r-6 .. r-1],  4:  [r-13 .. r-1]
//
// Source: Traeff, "Two efficient message-passing exclusive scan algorithms", 2026, the second of which has
// these costs; after its abstract, from the allreduce by the digits of p - 1
// (Bar-Noy, Kipnis, Schieber 1993).
// Cost: q = ceil(log2 p) rounds of alpha + beta m; at most q + popcount(p - 1) - 2 times m reduced. Any p; in
// rank order; the vector is never cut.

#include <bit>

#include "algorithms/scan/scan.hpp"

namespace tutti {

task exscan_popcount(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const auto digits = static_cast<unsigned>(p - 1);
  const bool in_the_way = rank > 0 && same_elements(in, out);
  scratch kept(self, in_the_way ? in.count : 0, *in.type);
  scratch with(self, rank > 0 && rank + 2 < p ? in.count : 0, *in.type);
  scratch received(self, rank > 1 ? in.count : 0, *in.type);
  const_buffer own = in;
  if (in_the_way) {
    self.copy(in, kept);
    own = kept;
  }
  int known = 0;
  for (int k = std::bit_width(digits) - 1; k >= 0; --k) {
    const bool adds = (digits >> static_cast<unsigned>(k) & 1U) != 0;
    const int d = known + adds;
    const int to = rank + d < p && (adds || rank > 0) ? rank + d : nobody;
    const int from = rank >= d && (adds || rank > d) ? rank - d : nobody;
    const_buffer sent = adds ? own : const_buffer(out);
    if (adds && known > 0 && rank > 0 && to != nobody) {
      self.copy(own, with);
      self.reduce(op, out, with);
      sent = with;
    }
    const buffer into = known == 0 ? out : received.all();
    if (to != nobody || from != nobody) co_await self.sendrecv(sent, to, into, from);
    if (from != nobody && known > 0) self.reduce(op, received, out);
    known += d;
  }
}

extern const algorithm exscan_popcount_entry{
    .of = collective::exscan,
    .name = "popcount",
    .summary = "sums double, plus one by the digits of p - 1: ceil(log2 p) rounds, few reductions",
    .source = "Traeff 2026",
    .run = [](process& self, const call& c) { return exscan_popcount(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const int rounds = ceil_log2(s.p);
          const double reductions =
              rounds > 1 ? rounds + std::popcount(static_cast<unsigned>(s.p - 1)) - 2 : 0;
          return cost{.rounds = 1.0 * rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
