// Allgather on the circulant graph with skips j 4^i, j = 1, 2, 3: with three ports the known blocks quadruple
// in each round.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, k ports; Traeff, HPC lecture
// "Collectives", "Bruck/Dissemination Allgather".
// Cost: with three ports ceil(log4 p) alpha; with one port as many start-ups as the circulant graph has skips
// below p. (p - 1)/p m is sent. Any p. Blocks are received in place; only runs that go past the last block
// are packed.

#include <algorithm>
#include <array>
#include <optional>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task allgather_bruck_radix4(process& self, const_buffer in, blocks recv) {
  constexpr int ports = 3;
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  // Known are the d blocks up to `rank`; d more, or as many as are missing, come from each process j d
  // below:
  //   rank-4d+1 .. rank-3d | rank-3d+1 .. rank-2d | rank-2d+1 .. rank-d | rank-d+1 .. rank
  //   in, j = 3              in, j = 2              in, j = 1              known, out to processes j d above
  for (int d = 1; d < p; d *= ports + 1) {
    std::array<std::optional<packed_run<std::byte>>, ports> leaving, arriving;
    std::array<transfer, ports> round;
    std::size_t used = 0;
    for (int j = 1; j <= ports && d <= (p - 1) / j; ++j) {
      const int skip = j * d, n = std::min(d, p - skip);
      const auto k = static_cast<std::size_t>(j - 1);
      const int to = ring(rank, skip, p), from = ring(rank, -skip, p);
      const auto& out = leaving[k].emplace(self, ring_run(recv, ring(rank, 1 - n, p), n));
      const auto& received = arriving[k].emplace(self, ring_run(recv, ring(from, 1 - n, p), n));
      out.pack();
      if (out.empty() && received.empty()) continue;
      round[used++] = {out.message(), out.empty() ? nobody : to, received.message(),
                       received.empty() ? nobody : from};
    }
    const std::span now = std::span(round).first(used);
    if (used > 0) co_await self.together(now);
    for (const auto& received : arriving)
      if (received) received->unpack();
  }
}

namespace {

// Calls visit() with the number of blocks of each message that a process sends.
template <class Visit>
void each_message(int p, Visit visit) {
  for (int d = 1; d < p; d *= 4)
    for (int j = 1; j < 4 && d <= (p - 1) / j; ++j) visit(std::min(d, p - j * d));
}

cost price(const shape& s) {
  cost c;
  each_message(s.p, [&](int blocks) { c.rounds += 1, c.bytes += s.in_blocks(blocks); });
  return c;
}

}  // namespace

constexpr algorithm bruck_radix4_entry{
    .of = collective::allgather,
    .name = "bruck_radix4",
    .summary = "circulant graph for three ports, what is known quadruples in each round",
    .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_bruck_radix4(self, c.in, c.recv); },
    .price = [](const shape& s) { return s.bytes > 0 ? price(s) : cost{}; },
};
extern const algorithm allgather_bruck_radix4_entry = bruck_radix4_entry;
// A message waits for the other two of its sender and of its receiver, even where one process sends an empty
// one.
extern const algorithm allgatherv_bruck_radix4_entry = for_any_lengths(bruck_radix4_entry, price, 2);

}  // namespace tutti
