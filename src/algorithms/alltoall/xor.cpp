// Alltoall in rounds in each of which the processes form pairs: i and i XOR j in round j, free of conflicts
// on a hypercube with E-cube routing.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "All-to-All
// Personalized Communication on a Hypercube: Optimal Algorithm"; Traeff, HPC lecture "Collectives".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Requires a power of two; any layout and any lengths.
// In place, the blocks of a pair are swapped (rounds.hpp).

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {

task alltoall_xor(process& self, const_blocks send, blocks recv) {
  const int rank = self.rank();
  self.copy_meanwhile(send[rank], recv[rank]);
  for (int j = 1; j < self.size(); ++j) {
    const transfer t = exchange(send, rank ^ j, recv, rank ^ j);
    if (is_swap(t))
      co_await swap(self, t.in, rank ^ j);
    else
      co_await self.sendrecv(t.out, t.to, t.in, t.from);
  }
}

namespace {
task run(process& self, const call& c) { return alltoall_xor(self, c.send, c.recv); }
constexpr std::string_view summary = "pairs i and i XOR j in round j";
constexpr std::string_view source = "folklore; Grama, Gupta, Karypis, Kumar; Traeff, HPC lecture";
}  // namespace

constexpr algorithm xor_entry{
    .of = collective::alltoall,
    .name = "xor",
    .summary = summary,
    .source = source,
    .needs = {.power_of_two = true},
    .run = run,
    .price = price_of_rounds,
    .traits = {.swaps = true},
};
extern const algorithm alltoall_xor_entry = xor_entry;
extern const algorithm alltoallv_xor_entry = for_any_lengths(xor_entry, collective::alltoallv);
extern const algorithm alltoallw_xor_entry = for_any_lengths(xor_entry, collective::alltoallw);

}  // namespace tutti
