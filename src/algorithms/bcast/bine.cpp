// Broadcast along a Bine tree: a binomial tree whose partners are near in rank, so that fewer and shorter
// links are crossed where near ranks are near in the network.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees: Enhancing
// Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311, for powers of
// two, by negabinary ranks. Worked out here from its abstract, for any p and any root without negabinary
// numbers: the range of ranks is halved, and a half's head is the process a third of the half away from the
// other half.
// Cost: ceil(log2 p) (alpha + beta m). Any p, any root, any layout; the data is never cut.
//
// s digits of base -2 are 2^s consecutive numbers, a third of which are on one side of 0: with s = 4,
// -10 .. 5. The digit of weight (-2)^3 tells the two halves, -10 .. -3 and -2 .. 5. The head of each, -5 or
// 0, is a third of the half away from one of its ends, as 0 is of the whole, and a third of the whole, 5,
// from the other head. So the distances are
// |1 - (-2)^s| / 3 = 1, 1, 3, 5, 11, ..., where those of a binomial tree are 1, 2, 4, 8, 16, ...:
//
//   -10             -5          -2   0              5
//     .  .  .  .  .  o  .  .  |  .  .  o  .  .  .  .  .
//                    +-----------------+
//
// A root that is not at a third sends farther itself; the halves without it are as above. docs/engine.md,
// "Near partners", says what is saved, and where it matters.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/halvings.hpp"

namespace tutti {
namespace {

task bcast_bine(process& self, buffer data, int root) {
  const halvings tree(self.rank(), self.size(), root, third_of_half);
  if (tree.parent != nobody) co_await self.recv(data, tree.parent);
  for (const int child : tree.children()) co_await self.send(data, child);
}

}  // namespace

extern const algorithm bcast_bine_entry{
    .of = collective::bcast,
    .name = "bine",
    .summary = "Bine tree: binomial, with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .run = [](process& self, const call& c) { return bcast_bine(self, c.out, c.root); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * ceil_log2(s.p)};
        },
};

}  // namespace tutti
