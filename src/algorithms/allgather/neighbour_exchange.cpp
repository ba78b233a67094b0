// Allgather between neighbours on a ring that exchange in pairs, with one neighbour and the other in turn:
// first their own blocks, then in each round the two blocks that came last.
// Source: Chen, Zhang, Zhang, Yuan, "Performance evaluation of allgather algorithms on terascale Linux
// cluster with fast Ethernet", HPC Asia 2005.
// Cost: p/2 alpha + (p - 1)/p beta m for even p. An odd ring leaves someone without a partner in each round,
// and what it misses costs as many start-ups as the pairs save: there it is the ring, (p - 1)
// alpha + (p - 1)/p beta m.
// Any p, any lengths. Where the neighbours are nodes of several processes, both ends of a node send
// at once and wait together.

#include "algorithms/allgather/allgather.hpp"

namespace tutti {
namespace {

//     round      1         2         3         4          two processes have a pair of blocks after round 1; from then on
//     partners   0-1 2-3   1-2 3-0   0-1 2-3   1-2 3-0    a pair of blocks goes on in every round, the even process of
//                                                         pair j takes j - 1, j + 1, j - 2, j + 2, ..., the odd one j + 1, ...
task in_pairs(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank(), pairs = p / 2, own = rank / 2;
  const bool even = rank % 2 == 0;
  const int partner = even ? rank + 1 : rank - 1, other = ring(rank, even ? -1 : 1, p);
  self.copy(in, recv[rank]);
  const buffer mine = recv[rank], its = recv[partner];
  co_await self.sendrecv(mine, mine.empty() ? nobody : partner, its, its.empty() ? nobody : partner);
  for (int t = 2, last = own; t <= pairs; ++t) {
    const bool inwards = t % 2 != 0;  // from within the pair of processes
    const int next = ring(own, even == inwards ? t / 2 : -(t / 2), pairs), with = inwards ? partner : other;
    const buffer out = recv.run(2 * last, 2), come = recv.run(2 * next, 2);
    co_await self.sendrecv(out, out.empty() ? nobody : with, come, come.empty() ? nobody : with);
    last = next;
  }
}

double rounds(int p) { return p % 2 == 0 ? p / 2 : p - 1; }

task run(process& self, const call& c) {
  return self.size() % 2 == 0 ? in_pairs(self, c.in, c.recv) : allgather_ring(self, c.in, c.recv);
}

}  // namespace

constexpr algorithm neighbour_exchange_entry{
    .of = collective::allgather,
    .name = "neighbour_exchange",
    .summary = "pairs of neighbours exchange what came last; the ring for odd p",
    .source = "Chen, Zhang, Zhang, Yuan 2005",
    .needs = {.side_by_side = true},
    .run = run,
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = rounds(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
        },
    .traits = {.on_network = traffic::neighbours},
};
extern const algorithm allgather_neighbour_exchange_entry = neighbour_exchange_entry;
extern const algorithm allgatherv_neighbour_exchange_entry = for_any_lengths(
    neighbour_exchange_entry,
    [](const shape& s) { return cost{.rounds = rounds(s.p), .bytes = s.longest_block() * (s.p - 1)}; });

}  // namespace tutti
