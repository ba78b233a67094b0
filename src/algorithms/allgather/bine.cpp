// Allgather on the butterfly of Bine trees: exchange all known blocks, as on a hypercube, with partners that
// are nearer.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
// worked out here from its abstract.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m for even p. For odd p the last process is folded onto the one
// before it: ceil(log2 (p - 1)) + 2 rounds, and almost twice the bytes. Any p. Blocks are sent and received
// in place; a run that goes past the last block is sent in two parts.

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
  if (recv.run(0, p).empty()) co_return;
  if (all.folded(rank)) {
    co_await self.send(in, rank - 1);
    co_await self.recv(recv.run(0, p - 1), rank - 1);
    co_return;
  }
  if (all.doubled(rank)) co_await self.recv(recv[rank + 1], rank + 1);
  bundle out(2), received(2);
  for (int step = 0; step < all.steps(); ++step) {
    const int partner = all.partner(rank, step);
    const auto given = all.given(rank, step), taken = all.given(partner, step);
    const ring_run known(recv, given.first, all.processes_of(given));
    const ring_run unknown(recv, taken.first, all.processes_of(taken));
    out.clear();
    received.clear();
    out.add(known.head);
    out.add(known.tail);
    received.add(unknown.head);
    received.add(unknown.tail);
    co_await self.sendrecv(out, partner, received, partner);
  }
  if (all.doubled(rank)) co_await self.send(recv.run(0, p - 1), rank + 1);
}

cost price_of_bine(const shape& s) {
  const bine_butterfly all(s.p);
  cost c{.rounds = 1.0 * all.steps()};
  for (int step = 0; step < all.steps(); ++step) c.bytes += s.in_blocks(all.most_given(step));
  if (all.odd()) {
    c.rounds += 2;
    c.bytes += s.longest_block() + s.in_blocks(s.p - 1);
  }
  return c;
}

}  // namespace

constexpr algorithm bine_entry{
    .of = collective::allgather,
    .name = "bine",
    .summary = "butterfly of Bine trees, exchange all that is known with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_bine(self, c.in, c.recv); },
    .price = [](const shape& s) { return s.bytes > 0 ? price_of_bine(s) : cost{}; },
};
extern const algorithm allgather_bine_entry = bine_entry;
extern const algorithm allgatherv_bine_entry = for_any_lengths(bine_entry, price_of_bine);

}  // namespace tutti
