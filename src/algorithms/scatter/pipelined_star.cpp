// Scatter with each block sent straight from the root in M pieces, to several processes at once. No process
// holds blocks of others.
// Source: Traeff, HPC lecture "Collectives", "The power of fixed-degree trees": the star as the extreme case,
// with pipelining for each child.
// Cost: with one port (p - 1) M alpha + (p - 1)/p beta m, so that M = 1 is best: pieces are for networks that
// serve several at once. With k ports, k dividing 32, ceil((p - 1)/k) M rounds. Any p, any root.

#include <algorithm>
#include <array>

#include "algorithms/gather/gather.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task scatter_pipelined_star(process& self, const_blocks send, buffer out, int root, int pieces) {
  constexpr int most = 32;  // any multiple of the ports that a root may have
  const int p = self.size();
  if (out.empty()) co_return;
  if (self.rank() != root) {
    for (int i = 0; i < pieces; ++i) co_await self.recv(out.part(i, pieces), root);
    co_return;
  }
  self.copy_meanwhile(send[root], out);
  std::array<transfer, most> batch;
  for (int first = 1; first < p; first += most) {
    const int n = std::min(most, p - first);
    const std::span served = std::span(batch).first(static_cast<std::size_t>(n));
    for (int i = 0; i < pieces; ++i) {
      for (int k = 0; k < n; ++k) {
        const int to = absolute_rank(first + k, root, p);
        served[static_cast<std::size_t>(k)] = {send[to].part(i, pieces), to, buffer{}, nobody};
      }
      co_await self.together(served);
    }
  }
}

extern const algorithm scatter_pipelined_star_entry{
    .of = collective::scatter,
    .name = "pipelined_star",
    .summary = "each block straight from the root in pieces, to 32 processes at once",
    .source = "Traeff, HPC lecture",
    .needs = {.bytes = true},
    .run = [](process& self,
              const call& c) { return scatter_pipelined_star(self, c.send, c.out, c.root, c.pieces); },
    .price = price_one_by_one,
    .stages = [](int p) { return pipeline{.fill = p - 1.0, .interval = p - 1.0}; },
    .traits = {.on_network = traffic::direct},
};

}  // namespace tutti
