// Allgather on the butterfly of Bine trees: exchange all that is known, as on a hypercube, with
// partners that are nearer.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
// worked out here from its abstract.
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two. Blocks travel from where they lie to where
// they belong; a run that goes past the last block is sent in two parts.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/bine_butterfly.hpp"
#include "algorithms/shapes/ring_run.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

task allgather_bine(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const bine_butterfly all(p);
  self.copy(in, recv[rank]);
  bundle out(2), come(2);
  for (int step = 0; step < all.steps(); ++step) {
    const int partner = all.partner(rank, step), n = 1 << step;
    const ring_run known(recv, all.first(rank, step), n), unknown(recv, all.first(partner, step), n);
    out.clear();
    come.clear();
    out.add(known.head);
    out.add(known.tail);
    come.add(unknown.head);
    come.add(unknown.tail);
    co_await self.sendrecv(out, known.empty() ? nobody : partner, come, unknown.empty() ? nobody : partner);
  }
}

}  // namespace

constexpr algorithm bine_entry{
    .of = collective::allgather,
    .name = "bine",
    .summary = "butterfly of Bine trees, exchange all that is known with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_bine(self, c.in, c.recv); },
    .price = price_of_doubling,
};
extern const algorithm allgather_bine_entry = bine_entry;
extern const algorithm allgatherv_bine_entry = for_any_lengths(bine_entry, price_of_doubling_unequal);

}  // namespace tutti
