// Gather with each block sent straight to the root in M pieces. The root receives from several processes at
// once: while one of them prepares its next piece, others are served. No process holds blocks of others.
// Source: Traeff, HPC lecture "Collectives", "The power of fixed-degree trees": the star as the extreme case,
// with pipelining for each child.
// Cost: with one port (p - 1) M alpha + (p - 1)/p beta m, so that M = 1 is best: pieces are for networks that
// serve several at once. With k ports, k dividing 32, ceil((p - 1)/k) M rounds. Any p, any root.

#include <algorithm>
#include <array>

#include "algorithms/gather/gather.hpp"

namespace tutti {

task gather_pipelined_star(process& self, const_buffer in, blocks recv, int root, int pieces) {
  constexpr int most = 32;  // any multiple of the ports that a root may have
  const int p = self.size();
  if (self.rank() != root) {
    if (in.empty()) co_return;
    for (int i = 0; i < pieces; ++i) co_await self.send(in.part(i, pieces), root);
    co_return;
  }
  self.copy_meanwhile(in, recv[root]);
  if (in.empty()) co_return;
  std::array<transfer, most> batch;
  for (int first = 1; first < p; first += most) {
    const int n = std::min(most, p - first);
    const std::span served = std::span(batch).first(static_cast<std::size_t>(n));
    for (int i = 0; i < pieces; ++i) {
      for (int k = 0; k < n; ++k) {
        const int from = absolute_rank(first + k, root, p);
        served[static_cast<std::size_t>(k)] = {const_buffer{}, nobody, recv[from].part(i, pieces), from};
      }
      co_await self.together(served);
    }
  }
}

extern const algorithm gather_pipelined_star_entry{
    .of = collective::gather,
    .name = "pipelined_star",
    .summary = "each block straight to the root in pieces, of 32 processes at once",
    .source = "Traeff, HPC lecture",
    .needs = {.bytes = true},
    .run = [](process& self,
              const call& c) { return gather_pipelined_star(self, c.in, c.recv, c.root, c.pieces); },
    .price = price_one_by_one,
    .stages = [](int p) { return pipeline{.fill = p - 1.0, .interval = p - 1.0}; },
    .traits = {.on_network = traffic::direct},
};

}  // namespace tutti
