// Alltoall = p scatters, one from each process.
// Source: Traeff, HPC lecture "Collectives", collectives that are others at once.
// Cost: p ceil(log2 p) alpha + (p - 1) beta m: a guideline that every alltoall should beat. Any p.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task alltoall_scatters(process& self, const_blocks send, blocks recv) {
  for (int root = 0; root < self.size(); ++root) co_await scatter_binomial(self, send, recv[root], root);
}

extern const algorithm alltoall_scatters_entry{
    .of = collective::alltoall,
    .name = "scatters",
    .summary = "a binomial scatter for each process in turn",
    .source = "Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_scatters(self, c.send, c.recv); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = 1.0 * s.p * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1)};
        },
};

}  // namespace tutti
