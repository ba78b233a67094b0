// Broadcast by messages from the root to each process, all under way at once.
// Source: folklore.
// Cost: with one port (p - 1) (alpha + beta m); on a node, where a multicast is one copy that all receivers
// read, little more than one message. Any p, any root, any layout; the data is never cut.

#include "algorithms/bcast/bcast.hpp"

namespace tutti {

task bcast_star(process& self, buffer data, int root) {
  const int p = self.size();
  if (self.rank() != root) {
    co_await self.recv(data, root);
    co_return;
  }
  const workspace<transfer> all(static_cast<std::size_t>(p - 1));
  for (int v = 1; v < p; ++v)
    all[static_cast<std::size_t>(v - 1)] = {.out = data, .to = absolute_rank(v, root, p)};
  if (p > 1) co_await self.together(all);
}

extern const algorithm bcast_star_entry{
    .of = collective::bcast,
    .name = "star",
    .summary = "the root sends to each, all at once",
    .source = "folklore",
    .run = [](process& self, const call& c) { return bcast_star(self, c.out, c.root); },
    .price = [](const shape& s) { return cost{.rounds = s.p - 1.0, .bytes = (s.p - 1.0) * s.bytes}; },
    .traits = {.on_network = traffic::direct},
};

}  // namespace tutti
