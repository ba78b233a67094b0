// Alltoall in rounds in each of which the processes form pairs: the factors of a 1-factorization.
// Source: Traeff, HPC lecture "Collectives", "Telephone exchange algorithm (1-factoring)"; Mendelsohn, Rosa
// 1985.
// Cost: even p: (p - 1) alpha + (p - 1)/p beta m. Odd p: p alpha + beta m, since one process idles in each
// round. Any p > 0, any layout and any lengths: nothing is copied or combined.
// In place, the blocks of a pair are swapped (rounds.hpp).

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {
namespace {

// With n = p - 1 places on a circle and process n in its centre, round i pairs the centre with i, and those
// whose places are mirrored at i: u and v with u + v = 2 i (mod n). Odd p: as p + 1, with no process in the
// centre.
//
//     p = 6, round 0:        0 - 5
//                          4 --- 1
//                           3 - 2
int partner_in(int round, int u, int p) {
  const int n = p % 2 == 0 ? p - 1 : p;
  const int centre = p % 2 == 0 ? n : nobody;
  if (u == centre) return round;
  if (u == round) return centre;
  return ring(round, ring(round, -u, n), n);
}

task run(process& self, const call& c) { return alltoall_one_factor(self, c.send, c.recv); }
constexpr std::string_view summary = "pairs of processes in each round";
constexpr std::string_view source = "folklore; Mendelsohn, Rosa 1985; Traeff, HPC lecture";

cost price(const shape& s) { return s.bytes > 0 ? price_of_pairs(s.p, s.longest_block()) : cost{}; }

}  // namespace

task alltoall_one_factor(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(send[rank], recv[rank]);
  for (int i = 0; i < (p % 2 == 0 ? p - 1 : p); ++i) {
    const int partner = partner_in(i, rank, p);
    if (partner == nobody) continue;
    const transfer t = exchange(send, partner, recv, partner);
    if (is_swap(t))
      co_await swap(self, t.in, partner);
    else
      co_await self.sendrecv(t.out, t.to, t.in, t.from);
  }
}

constexpr algorithm one_factor_entry{
    .of = collective::alltoall,
    .name = "one_factor",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price,
    .traits = {.swaps = true},
};
extern const algorithm alltoall_one_factor_entry = one_factor_entry;
extern const algorithm alltoallv_one_factor_entry = for_any_lengths(one_factor_entry, collective::alltoallv);
extern const algorithm alltoallw_one_factor_entry = for_any_lengths(one_factor_entry, collective::alltoallw);

}  // namespace tutti
