// Allgather = p broadcasts, one from each process.
// Source: Traeff, HPC lecture "Collectives", collectives that are others at once.
// Cost: p ceil(log2 p) alpha + ceil(log2 p) beta m, at most if some blocks are empty: a guideline that every allgather should beat.
// Any p, any layout and any lengths.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task allgather_broadcasts(process& self, const_buffer in, blocks recv) {
  self.copy(in, recv[self.rank()]);
  for (int root = 0; root < self.size(); ++root)
    if (const buffer block = recv[root]; !block.empty()) co_await bcast_binomial(self, block, root);
}

namespace {
task run(process& self, const call& c) { return allgather_broadcasts(self, c.in, c.recv); }
constexpr std::string_view summary = "a binomial broadcast from each process in turn";
constexpr std::string_view source = "folklore; Traeff, HPC lecture";

cost price(const shape& s) {
  if (s.bytes <= 0) return {};
  const double q = ceil_log2(s.p);
  return {.rounds = s.p * q, .bytes = q * s.bytes};
}
}  // namespace

extern const algorithm allgather_broadcasts_entry{
    .of = collective::allgather,
    .name = "broadcasts",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price,
};

extern const algorithm allgatherv_broadcasts_entry{
    .of = collective::allgatherv,
    .name = "broadcasts",
    .summary = summary,
    .source = source,
    .run = run,
    .price = price,
    .traits = {.bound = true, .exact_if_equal = true},  // nobody sends an empty block
};

}  // namespace tutti
