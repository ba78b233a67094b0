// Broadcast by messages from the root to each process, one after the other.
// Source: folklore.
// Cost: (p - 1) (alpha + beta m). Any p, any root, any layout; the data is never cut.

#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_star(process& self, buffer data, int root) {
  const int p = self.size();
  if (self.rank() != root) {
    co_await self.recv(data, root);
    co_return;
  }
  for (int v = 1; v < p; ++v) co_await self.send(data, absolute_rank(v, root, p));
}

extern const algorithm bcast_star_entry{
    .of = collective::bcast,
    .name = "star",
    .summary = "the root sends to each",
    .source = "folklore",
    .run = [](process& self, const call& c) { return bcast_star(self, c.out, c.root); },
    .price = [](const shape& s) { return cost{.rounds = s.p - 1.0, .bytes = (s.p - 1.0) * s.bytes}; },
    .traits = {.on_network = traffic::direct},
};

}  // namespace tutti
