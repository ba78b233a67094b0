// Scatter on a hypercube: along each dimension in turn, the half with the root sends the other half its
// blocks.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Scatter and
// Gather", "Example of the Scatter Operation".
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two; any root, without reordering, since
// subcubes of the lowest dimensions are consecutive ranks.

#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task scatter_hypercube(process& self, const_blocks send, buffer out, int root) {
  const int p = self.size(), rank = self.rank();
  if (rank == root) {
    self.copy_meanwhile(send[root], out);
    for (int d = p / 2; d > 0 && !out.empty(); d /= 2)
      co_await self.send(send.run((rank ^ d) & -d, d), rank ^ d);
    co_return;
  }
  if (out.empty()) co_return;
  // The lowest bit in which the rank differs from the root's is the dimension in which this process receives.
  const int given = (rank ^ root) & -(rank ^ root);
  if (given == 1) {
    co_await self.recv(out, rank ^ given);
    co_return;
  }
  const std::size_t n = out.bytes();
  const scratch subcube(self, static_cast<std::size_t>(given) * n);
  const auto blocks_from = [&](int first, int many) {
    return subcube.slice(static_cast<std::size_t>(first - (rank & -given)) * n,
                         static_cast<std::size_t>(many) * n);
  };
  co_await self.recv(subcube, rank ^ given);
  self.copy_meanwhile(blocks_from(rank, 1), out);
  for (int d = given / 2; d > 0; d /= 2) co_await self.send(blocks_from((rank ^ d) & -d, d), rank ^ d);
}

extern const algorithm scatter_hypercube_entry{
    .of = collective::scatter,
    .name = "hypercube",
    .summary = "hypercube, one half gives to the other",
    .source = "folklore; Grama, Gupta, Karypis, Kumar",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return scatter_hypercube(self, c.send, c.out, c.root); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
        },
};

}  // namespace tutti
