// Broadcast = Scatter + Allgather, both in ceil(log2 p) rounds: p parts are scattered, then gathered by
// all on the circulant graph with skips 1, 2, 4, ...
// Source: Barnett, Gupta, Payne, Shuler, van de Geijn, Watts, "Interprocessor collective communication
// library (InterCom)", 1994, with the allgather of Bruck, Ho, Kipnis, Upfal, Weathersby, 1997; Traeff,
// HPC lecture "Collectives".
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m. Any p, any root. Parts that are not one run of
// memory, because they go past the last one, are copied through a buffer; nothing else is copied.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/scatter_parts.hpp"

namespace tutti {

task bcast_scatter_allgather(process& self, buffer data, int root) {
  co_await bcast_scatter_parts(self, data, root);
  co_await bcast_allgather_parts(self, data, root);
}

extern const algorithm bcast_scatter_allgather_entry{
    .of = collective::bcast,
    .name = "scatter_allgather",
    .summary = "scatter, then allgather on a circulant graph, both in log p rounds",
    .source =
        "Barnett, Gupta, Payne, Shuler, van de Geijn, Watts 1994; Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_scatter_allgather(self, c.out, c.root); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 2.0 * ceil_log2(s.p), .bytes = 2 * (s.bytes - s.bytes / s.p)};
        },
};

}  // namespace tutti
