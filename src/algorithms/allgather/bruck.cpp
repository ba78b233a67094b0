// Allgather on the circulant graph with skips j r^i, j = 1, ..., r - 1: over r - 1 ports the known blocks are
// r times as many after each round. Radix r = 2, for one port, has the skips 1, 2, 4, ...
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, k ports; Traeff, HPC lecture
// "Collectives", "Bruck/Dissemination Allgather".
// Cost: with r - 1 ports ceil(log_r p) alpha; with one port as many start-ups as the circulant graph has
// skips below p. (p - 1)/p m is sent. Any p. Blocks are received in place; only runs that go past the last
// block are packed.

#include <algorithm>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/ring_run.hpp"
#include "algorithms/shapes/shelf.hpp"

namespace tutti {
namespace {

// The messages of the round before which a process knows d blocks. Calls visit(distance, n) for each: n
// blocks come from that far below. They are as many as the sender knows, or as are missing.
template <class Visit>
void each_message(int d, int p, int radix, Visit visit) {
  for (int j = 1; j < radix && d <= (p - 1) / j; ++j) visit(j * d, std::min(d, p - j * d));
}

}  // namespace

task allgather_bruck(process& self, const_buffer in, blocks recv, int radix) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  // The d blocks up to `rank` are known. The last n of them go to the process j d above, n others come from
  // the process j d below. With radix 4:
  //   rank-4d+1 .. rank-3d | rank-3d+1 .. rank-2d | rank-2d+1 .. rank-d | rank-d+1 .. rank
  //   in, j = 3              in, j = 2              in, j = 1              known, out to processes j d above
  const auto ports = static_cast<std::size_t>(radix - 1);
  port_messages messages(radix - 1);
  const std::span round = messages.all();
  shelf<packed_run<std::byte>> leaving(ports), arriving(ports);
  for (int d = 1; d < p; d = next_power(d, radix, p)) {
    std::size_t used = 0;
    each_message(d, p, radix, [&](int skip, int n) {
      const int to = ring(rank, skip, p), from = ring(rank, -skip, p);
      const auto& out = leaving.add(self, ring_run(recv, ring(rank, 1 - n, p), n));
      const auto& received = arriving.add(self, ring_run(recv, ring(from, 1 - n, p), n));
      out.pack();
      if (out.empty() && received.empty()) return;
      round[used++] = {out.message(), out.empty() ? nobody : to, received.message(),
                       received.empty() ? nobody : from};
    });
    const std::span now = round.first(used);
    if (used > 0) co_await self.together(now);
    for (const auto& received : arriving.all()) received.unpack();
    leaving.clear();
    arriving.clear();
  }
}

namespace {

template <int Radix>
cost price_unequal(const shape& s) {
  cost c;
  const int radix = radix_on<Radix>(s.logp, s.p);
  for (int d = 1; d < s.p; d = next_power(d, radix, s.p))
    each_message(d, s.p, radix, [&](int skip, int n) {
      if (Radix == by_ports && skip > d) return;  // beside the first, which is no shorter
      c.rounds += 1, c.bytes += s.in_blocks(n);
    });
  if (Radix == by_ports) c.rounds = rounds_on_ports(s);
  return c;
}

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::allgather,
      .name = name,
      .summary = summary,
      .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
      .needs = {.side_by_side = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return allgather_bruck(self, c.in, c.recv, radix_on<Radix>(c.logp, self.size()));
          },
      .price = [](const shape& s) { return s.bytes > 0 ? price_unequal<Radix>(s) : cost{}; },
  };
}
constexpr algorithm bruck = entry<2>("bruck", "circulant graph, what is known doubles in each round"),
                    bruck_radix3 = entry<3>(
                        "bruck_radix3", "circulant graph for two ports, what is known triples in each round"),
                    bruck_radix4 =
                        entry<4>("bruck_radix4",
                                 "circulant graph for three ports, what is known quadruples in each round"),
                    bruck_ported = entry<by_ports>(
                        "bruck_ported",
                        "circulant graph for the machine's k ports: ceil(log p) rounds to the base k + 1");

}  // namespace

extern const algorithm allgather_bruck_entry = bruck;
extern const algorithm allgather_bruck_radix3_entry = bruck_radix3;
extern const algorithm allgather_bruck_radix4_entry = bruck_radix4;
extern const algorithm allgather_bruck_ported_entry = bruck_ported;

// With several ports, a message waits for the other messages of the round of its sender and of its receiver,
// even for empty ones.
extern const algorithm allgatherv_bruck_entry = for_any_lengths(bruck, price_unequal<2>);
extern const algorithm allgatherv_bruck_radix3_entry = for_any_lengths(bruck_radix3, price_unequal<3>, 2);
extern const algorithm allgatherv_bruck_radix4_entry = for_any_lengths(bruck_radix4, price_unequal<4>, 2);
extern const algorithm allgatherv_bruck_ported_entry =
    for_any_lengths(bruck_ported, price_unequal<by_ports>, 2);

}  // namespace tutti
