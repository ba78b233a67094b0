// Gather on a hypercube: along each dimension in turn, the half without the root sends its blocks to the
// other half.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Scatter and
// Gather".
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two; any root, without reordering, since
// subcubes of the lowest dimensions are consecutive ranks.

#include "algorithms/gather/gather.hpp"

namespace tutti {

task gather_hypercube(process& self, const_buffer in, blocks recv, int root) {
  const int p = self.size(), rank = self.rank();
  if (rank == root) {
    self.copy_meanwhile(in, recv[root]);
    if (in.empty()) co_return;
    for (int d = 1; d < p; d *= 2) co_await self.recv(recv.run((rank ^ d) & -d, d), rank ^ d);
    co_return;
  }
  if (in.empty()) co_return;
  // The lowest bit in which the rank differs from the root's is the dimension in which this process sends.
  const int give = (rank ^ root) & -(rank ^ root);
  if (give == 1) {
    co_await self.send(in, rank ^ give);
    co_return;
  }
  const std::size_t n = in.bytes();
  const scratch subcube(self, static_cast<std::size_t>(give) * n);
  const auto blocks_from = [&](int first, int many) {
    return subcube.slice(static_cast<std::size_t>(first - (rank & -give)) * n,
                         static_cast<std::size_t>(many) * n);
  };
  self.copy_meanwhile(in, blocks_from(rank, 1));
  for (int d = 1; d < give; d *= 2) co_await self.recv(blocks_from((rank ^ d) & -d, d), rank ^ d);
  co_await self.send(subcube, rank ^ give);
}

extern const algorithm gather_hypercube_entry{
    .of = collective::gather,
    .name = "hypercube",
    .summary = "hypercube, one half gives to the other",
    .source = "folklore; Grama, Gupta, Karypis, Kumar",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return gather_hypercube(self, c.in, c.recv, c.root); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
        },
};

}  // namespace tutti
