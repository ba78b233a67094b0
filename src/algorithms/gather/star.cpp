// Gather with each block sent straight to the root.
// Source: folklore; Traeff, HPC lecture "Collectives".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any root, any layout and any lengths: nothing is copied or
// combined.

#include "algorithms/gather/gather.hpp"

namespace tutti {

task gather_star(process& self, const_buffer in, blocks recv, int root) {
  if (self.rank() != root) {
    if (!in.empty()) co_await self.send(in, root);
    co_return;
  }
  // All at once: a process that is ready is served, and long blocks need not wait for each other's
  // rendezvous.
  const workspace<transfer> all(static_cast<std::size_t>(self.size() - 1));
  std::size_t n = 0;
  for (int i = 1; i < self.size(); ++i) {
    const int from = absolute_rank(i, root, self.size());
    const buffer block = recv[from];
    if (!block.empty()) all[n++] = {const_buffer{}, nobody, block, from};
  }
  self.copy_meanwhile(in, recv[root]);
  if (self.size() > 1) co_await self.together(all.first(n));
}

extern const algorithm gather_star_entry{
    .of = collective::gather,
    .name = "star",
    .summary = "each block straight to the root",
    .source = "folklore",
    .run = [](process& self, const call& c) { return gather_star(self, c.in, c.recv, c.root); },
    .price = price_one_by_one,
    .traits = {.on_network = traffic::direct},
};

extern const algorithm gatherv_star_entry{
    .of = collective::gatherv,
    .name = "star",
    .summary = "each block straight to the root",
    .source = "folklore",
    .run = [](process& self, const call& c) { return gather_star(self, c.in, c.recv, c.root); },
    .price = bound_one_by_one,
    .traits = {.on_network = traffic::direct,
               .bound = true,  // empty blocks are not sent, and the root's own block stays
               .exact_if_equal = true},
};

}  // namespace tutti
