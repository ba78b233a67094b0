// Alltoall in p rounds: in round i processes u and v with u + v = i (mod p) exchange blocks. A process with u
// = v copies its own block.
// Source: Traeff, HPC lecture "Collectives", "1-factor self-loop algorithm for alltoall".
// Cost: p alpha + beta m (p = 2: one round). Any p, any layout and any lengths: nothing is copied or
// combined.
// In place, the blocks of a pair are swapped (rounds.hpp).

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {

task alltoall_one_factor_loops(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  for (int i = 0; i < p; ++i) {
    const int partner = ring(i, -rank, p);
    if (partner == rank) {
      self.copy(send[rank], recv[rank]);
      continue;
    }
    const transfer t = exchange(send, partner, recv, partner);
    if (is_swap(t))
      co_await swap(self, t.in, partner);
    else
      co_await self.sendrecv(t.out, t.to, t.in, t.from);
  }
}

namespace {
task run(process& self, const call& c) { return alltoall_one_factor_loops(self, c.send, c.recv); }
constexpr std::string_view summary = "pairs of processes and self-loops in each round";
constexpr std::string_view source = "folklore; Traeff, HPC lecture";

cost price(const shape& s) {
  return price_of_rounds(s, s.p > 2 ? s.p : s.p - 1);  // two processes do nothing but copy in round 0
}
}  // namespace

constexpr algorithm one_factor_loops_entry{
    .of = collective::alltoall,
    .name = "one_factor_loops",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price,
    .traits = {.swaps = true},
};
extern const algorithm alltoall_one_factor_loops_entry = one_factor_loops_entry;
extern const algorithm alltoallv_one_factor_loops_entry =
    for_any_lengths(one_factor_loops_entry, collective::alltoallv);
extern const algorithm alltoallw_one_factor_loops_entry =
    for_any_lengths(one_factor_loops_entry, collective::alltoallw);

}  // namespace tutti
