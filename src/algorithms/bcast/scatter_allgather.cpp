// Broadcast = Scatter + Allgather, both in ceil(log2 p) rounds: p parts are scattered, then gathered by
// all on the circulant graph with skips 1, 2, 4, ...
// Source: Barnett, Gupta, Payne, Shuler, van de Geijn, Watts, 1994, with the allgather of Bruck, Ho,
// Kipnis, Upfal, Weathersby, 1997; Traeff, HPC lecture "Collectives".
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m. Any p, any root. Parts that are not one run of
// memory, because they go past the last one, are copied through a buffer; nothing else is copied.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/bcast/scatter_parts.hpp"
#include "algorithms/ring_run.hpp"

namespace tutti {

task bcast_scatter_allgather(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  co_await bcast_scatter_parts(self, data, root);
  // Before each round process v has parts v, ..., v + skip - 1 modulo p, and gets the next from v + skip. The
  // root has all parts: nothing is sent to it.
  for (int skip = 1; skip < p; skip *= 2) {
    const int n = skip < p - skip ? skip : p - skip;
    const int to = ring(v, -skip, p), from = ring(v, skip, p);
    const ring_run<std::byte> out(data, v, n, p), in(data, from, n, p);
    const bool packs = to != 0 && !out.in_one_piece(), unpacks = v != 0 && !in.in_one_piece();
    const scratch packed(self, packs ? out.count() : 0), arrived(self, unpacks ? in.count() : 0);
    if (packs) pack(self, out, packed);
    const buffer leaving = packs ? packed.all() : out.whole(),
                 arriving = unpacks ? arrived.all() : in.whole();
    co_await self.sendrecv(leaving, to != 0 ? absolute_rank(to, root, p) : nobody, arriving,
                           v != 0 ? absolute_rank(from, root, p) : nobody);
    if (unpacks) unpack(self, arrived, in);
  }
}

const algorithm bcast_scatter_allgather_entry{
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
