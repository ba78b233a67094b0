// Scatter with each block sent straight from the root.
// Source: folklore; Traeff, HPC lecture "Collectives".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any root, any layout and any lengths: nothing is copied or
// combined.

#include "algorithms/gather/gather.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task scatter_star(process& self, const_blocks send, buffer out, int root) {
  if (self.rank() != root) {
    if (!out.empty()) co_await self.recv(out, root);
    co_return;
  }
  self.copy_meanwhile(send[root], out);
  // All at once: a process that is ready is served, and long blocks need not wait for each other's
  // rendezvous. The far side of the ring is first, so that data are on the link when near ranks follow, which
  // may be on the root's own node.
  const int others = self.size() - 1;
  const workspace<transfer> all(static_cast<std::size_t>(others));
  std::size_t n = 0;
  for (int i = 0; i < others; ++i) {
    const int to = absolute_rank(1 + (i + self.size() / 2) % others, root, self.size());
    const const_buffer block = send[to];
    if (!block.empty()) all[n++] = {block, to, buffer{}, nobody};
  }
  if (others > 0) co_await self.together(all.first(n));
}

extern const algorithm scatter_star_entry{
    .of = collective::scatter,
    .name = "star",
    .summary = "each block straight from the root",
    .source = "folklore",
    .run = [](process& self, const call& c) { return scatter_star(self, c.send, c.out, c.root); },
    .price = price_one_by_one,
    .traits = {.on_network = traffic::direct},
};

extern const algorithm scatterv_star_entry{
    .of = collective::scatterv,
    .name = "star",
    .summary = "each block straight from the root",
    .source = "folklore",
    .run = [](process& self, const call& c) { return scatter_star(self, c.send, c.out, c.root); },
    .price = bound_one_by_one,
    .traits = {.on_network = traffic::direct,
               .bound = true,  // empty blocks are not sent, and the root's own block stays
               .exact_if_equal = true},
};

}  // namespace tutti
