// Alltoall with each block sent straight to its destination, in round i to the process i above.
// Source: Traeff, HPC lecture "Collectives", "Direct alltoall, fully-connected network".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any layout and any lengths: nothing is copied or combined.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/rounds.hpp"

namespace tutti {

task alltoall_direct(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(send[rank], recv[rank]);
  for (int i = 1; i < p; ++i) {
    const transfer t = exchange(send, ring(rank, i, p), recv, ring(rank, -i, p));
    co_await self.sendrecv(t.out, t.to, t.in, t.from);
  }
}

namespace {
task run(process& self, const call& c) { return alltoall_direct(self, c.send, c.recv); }
constexpr std::string_view summary =
    "each block straight to its destination, in round i to the process i above";
constexpr std::string_view source = "folklore; Traeff, HPC lecture";
}  // namespace

constexpr algorithm direct_entry{
    .of = collective::alltoall,
    .name = "direct",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price_of_rounds,
};
extern const algorithm alltoall_direct_entry = direct_entry;
extern const algorithm alltoallv_direct_entry = for_any_lengths(direct_entry, collective::alltoallv);
extern const algorithm alltoallw_direct_entry = for_any_lengths(direct_entry, collective::alltoallw);

}  // namespace tutti
