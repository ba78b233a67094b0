// Allgather between neighbours on a ring that exchange in pairs, alternating between the two neighbours:
// first their own blocks, then in each round the two blocks received last.
// Source: Chen, Zhang, Zhang, Yuan, "Performance evaluation of allgather algorithms on terascale Linux
// cluster with fast Ethernet", HPC Asia 2005.
// Cost: p/2 alpha + (p - 1)/p beta m for even p. For odd p one process has no partner in each round, and the
// blocks that it misses cost as many start-ups as the pairs save: there the algorithm is the ring, (p - 1)
// alpha + (p - 1)/p beta m.
// Any p, any lengths. Where the neighbours are nodes of several processes, both ends of a node send
// at once and wait together.

#include "algorithms/allgather/allgather.hpp"

namespace tutti {
namespace {

//     round      1         2         3         4
//     partners   0-1 2-3   1-2 3-0   0-1 2-3   1-2 3-0
//
// After round 1 the processes of a pair have both their blocks. From then on each sends a pair of blocks in
// every round. Of pair j the even process receives the blocks of pairs j - 1, j + 1, j - 2, j + 2, ..., the
// odd one those of j + 1, j - 1, ...
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
    const buffer out = recv.run(2 * last, 2), received = recv.run(2 * next, 2);
    co_await self.sendrecv(out, out.empty() ? nobody : with, received, received.empty() ? nobody : with);
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
