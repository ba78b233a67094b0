// Allgather = Gather + Broadcast, both along binomial trees.
// Source: Traeff, HPC lecture "Collectives", collectives that are others combined.
// Cost: 2 ceil(log2 p) alpha + ((p - 1)/p + ceil(log2 p)) beta m: a guideline that every allgather should
// beat. Any p.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/bcast/bcast.hpp"
#include "algorithms/gather/gather.hpp"

namespace tutti {

task allgather_gather_bcast(process& self, const_buffer in, blocks recv) {
  if (recv.all().empty()) co_return;
  co_await gather_binomial(self, in, recv, 0);
  co_await bcast_binomial(self, recv.all(), 0);
}

extern const algorithm allgather_gather_bcast_entry{
    .of = collective::allgather,
    .name = "gather_bcast",
    .summary = "binomial gather, then binomial broadcast",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_gather_bcast(self, c.in, c.recv); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          const double q = ceil_log2(s.p);
          return cost{.rounds = 2 * q, .bytes = s.bytes * (s.p - 1) / s.p + q * s.bytes};
        },
};

}  // namespace tutti
