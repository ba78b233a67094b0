// Allgather = p broadcasts, one from each process.
// Source: Traeff, HPC lecture "Collectives", collectives that are others at once.
// Cost: p ceil(log2 p) alpha + ceil(log2 p) beta m, less if some blocks are empty: a guideline that every
// allgather should beat. Any p, any layout and any lengths.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task allgather_broadcasts(process& self, const_buffer in, blocks recv) {
  self.copy(in, recv[self.rank()]);
  for (int root = 0; root < self.size(); ++root)
    if (const buffer block = recv[root]; !block.empty()) co_await bcast_binomial(self, block, root);
}

namespace {
cost price(const shape& s) {
  if (s.bytes <= 0) return {};
  const double q = ceil_log2(s.p);
  return {.rounds = s.p * q, .bytes = q * s.bytes};
}
}  // namespace

constexpr algorithm broadcasts_entry{
    .of = collective::allgather,
    .name = "broadcasts",
    .summary = "a binomial broadcast from each process in turn",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return allgather_broadcasts(self, c.in, c.recv); },
    .price = price,
};
extern const algorithm allgather_broadcasts_entry = broadcasts_entry;
extern const algorithm allgatherv_broadcasts_entry = for_any_lengths(broadcasts_entry, price);

}  // namespace tutti
