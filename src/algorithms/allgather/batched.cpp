// Allgather with each block sent straight to all others, many of them under way at once, in batches of
// bounded size.
// Source: folklore; Traeff, HPC lecture "Collectives", "Direct alltoall", with the same block for all.
// Cost: with one port (p - 1) alpha + (p - 1)/p beta m; with more ports a batch may take as little as one
// round. Where a multicast is one copy that all receivers read, as on a node, a block is copied as often as
// in a broadcast. Any p, any layout and any lengths: nothing is copied or combined.

#include <algorithm>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {

task allgather_batched(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(in, recv[rank]);
  const workspace<transfer> next(static_cast<std::size_t>(std::min(p - 1, batch)));
  // In the order of alltoall_batched(), which says why no process waits forever.
  for (int i = 1; i < p;) {
    std::size_t n = 0;
    for (; i < p && n < next.size(); ++i) {
      const int from = ring(rank, -i, p);
      const buffer received = recv[from];
      const transfer t{in, in.empty() ? nobody : ring(rank, i, p), received,
                       received.empty() ? nobody : from};
      if (t.to != nobody || t.from != nobody) next[n++] = t;
    }
    co_await self.together(next.first(n));
  }
}

namespace {
// If some blocks are empty, the rounds of the others drift apart, as in alltoallv.
constexpr double twice = 2;
}  // namespace

constexpr algorithm batched_entry{
    .of = collective::allgather,
    .name = "batched",
    .summary = "each block straight to all others, 64 under way at once",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return allgather_batched(self, c.in, c.recv); },
    .price =
        [](const shape& s) {
          const cost c = price_of_rounds(s);
          return price_of_batches(c.rounds, c.bytes);
        },
    .traits = {.on_network = traffic::direct},
};
extern const algorithm allgather_batched_entry = batched_entry;
extern const algorithm allgatherv_batched_entry = for_any_lengths(
    batched_entry, [](const shape& s) { return price_of_batches(s.p - 1.0, s.longest_block() * (s.p - 1)); },
    twice);

}  // namespace tutti
