// Alltoall with many transfers under way at once, the schedule left to the network, in batches of bounded
// size.
// Source: Traeff, HPC lecture "Collectives", "Direct alltoall", less tightly coupled; its "too many
// outstanding requests" is why they are bounded.
// Cost: with one port (p - 1) alpha + (p - 1)/p beta m; with more a batch may take as little as one round.
// Any p, any layout and any lengths: nothing is copied or combined.

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {

task alltoall_batched(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(send[rank], recv[rank]);
  const workspace<transfer> next(static_cast<std::size_t>(std::min(p - 1, batch)));
  // The shifted order spreads the messages under way over all destinations. If blocks are empty, a batch
  // reaches farther. No process waits forever: of all messages that have not arrived yet, the one with the
  // shortest distance is in the batches of both its ends.
  for (int i = 1; i < p;) {
    std::size_t n = 0;
    for (; i < p && n < next.size(); ++i)
      if (const transfer t = exchange(send, ring(rank, i, p), recv, ring(rank, -i, p));
          t.to != nobody || t.from != nobody)
        next[n++] = t;
    co_await self.together(next.first(n));
  }
}

namespace {
task run(process& self, const call& c) { return alltoall_batched(self, c.send, c.recv); }
constexpr std::string_view summary = "each block straight to its destination, 64 under way at once";
constexpr std::string_view source = "folklore; Traeff, HPC lecture";

cost price(const shape& s) {
  const cost c = price_of_rounds(s);
  return price_of_batches(c.rounds, c.bytes);
}

// If some blocks are empty, the process that is ready first is served first, and the rounds of the others
// drift apart: a block waits at most for all others of its sender and all others of its receiver.
constexpr double twice = 2;
}  // namespace

constexpr algorithm batched_entry{
    .of = collective::alltoall,
    .name = "batched",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price,
    .traits = {.on_network = traffic::direct},
};
extern const algorithm alltoall_batched_entry = batched_entry;
extern const algorithm alltoallv_batched_entry = for_any_lengths(batched_entry, collective::alltoallv, twice);
extern const algorithm alltoallw_batched_entry = for_any_lengths(batched_entry, collective::alltoallw, twice);

}  // namespace tutti
