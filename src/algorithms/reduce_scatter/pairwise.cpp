// Reduce-scatter by direct exchange: in round i each process sends the block of the process i after it, and
// receives its own from the one i before it. In rank order: blocks from the processes before it, nearest
// first, are added on the left. Then the block of the last process is received, and those of the other
// processes after it are added to this on the left, nearest last.
//
//   process 2 of 5, round by round:   1 + 2,   0 + (1 + 2);   4,   3 + 4;   (0 + (1 + 2)) + (3 + 4)
//
// Source: Traeff, HPC lecture "Collectives" (the direct algorithms); Thakur, Rabenseifner, Gropp 2005. The
// two sums that keep rank order are this library's.
// Cost: (p - 1) (alpha + beta m / p) for equal blocks, and m reduced (half of it for p = 2). Any p.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"

namespace tutti {

task reduce_scatter_pairwise(process& self, const_blocks send, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const bool last = rank == p - 1;
  scratch room(self, out), up_to_own(self, last || rank == 0 ? 0 : out.count, *out.type);
  const buffer lower = last ? out : up_to_own.all(), higher = out;
  if (rank > 0 || last) self.copy(send[rank], lower);
  for (int i = 1; i < p; ++i) {
    const int to = ring(rank, i, p), from = ring(rank, -i, p);
    const bool first_higher = from == p - 1 && !last;
    const buffer received = first_higher ? higher : room.all();
    co_await self.sendrecv(send[to], to, received, from);
    if (!first_higher) self.reduce(op, received, from < rank ? lower : higher);
  }
  if (!last) self.reduce(op, rank > 0 ? const_buffer(lower) : send[rank], higher);
}

constexpr algorithm pairwise_entry{
    .of = collective::reduce_scatter,
    .name = "pairwise",
    .summary = "direct exchange; in rank order",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return reduce_scatter_pairwise(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          // Each process reduces p - 1 blocks, but not all leave out the same round, and a process that does
          // waits for others.
          const double block = s.longest_block();
          return cost{
              .rounds = s.p - 1.0, .bytes = (s.p - 1) * block, .reduced = (s.p > 2 ? s.p : s.p - 1) * block};
        },
};
extern const algorithm reduce_scatter_pairwise_entry = pairwise_entry;
extern const algorithm reduce_scatter_block_pairwise_entry =
    as(pairwise_entry, collective::reduce_scatter_block);

}  // namespace tutti
