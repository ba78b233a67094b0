// Allreduce = Reduce-scatter + Allgather, both on the circulant graph with the skips s[q] = p, s[k] =
// ceil(s[k+1] / r), for any number of processes with the least volume and the fewest rounds that it allows
// over r - 1 ports. The allgather is the reduce-scatter backwards. A process knows s[k] parts, from its own
// on: it sends the first of them to the processes s[k], 2 s[k], ... before it, and receives the parts s[k],
// ..., s[k+1] - 1, counted from its own, from the processes s[k], 2 s[k], ... after it.
// Source: Traeff, Hunold, Vardas, Manes Funk, "Uniform algorithms for reduce-scatter and (most) other
// collectives for MPI", 2023; Traeff, HPC lecture.
// Cost: with r - 1 ports 2 ceil(log_r p) alpha; with one port a start-up for each message. 2 (p - 1) / p beta
// m, and (p - 1) m / p reduced. Parts that go around the end of the vector are packed.
// circulant_batched: as many bytes, and p - 1 start-ups in place of the second ceil(log2 p), many of them
// under way at once: each part goes straight to all others, which on a node is one copy that all read.
// Requires: a commutative operator. Any p.

#include <algorithm>
#include <array>
#include <optional>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

namespace {

// The reduce-scatter. It leaves this process's part of the result in its place in `out`.
template <int Radix>
task reduce_own_part(process& self, const_buffer in, buffer out, const node_parts& parts, operation op) {
  const buffer own = out.part(self.rank(), self.size());
  std::optional<scratch> aside;  // in place, the result would overwrite the vector
  const buffer result = same_elements(in, out) ? aside.emplace(self, own).all() : own;
  co_await reduce_scatter_circulant<Radix>(self, parts.of(in), result, op);
  self.copy(result, own);
}

}  // namespace

task allreduce_circulant_batched(process& self, const_buffer in, buffer out, operation op) {
  const node_parts of_all(in, self.size());
  co_await reduce_own_part<2>(self, in, out, of_all, op);
  const blocks parts = of_all.of(out);
  co_await allgather_batched(self, parts[self.rank()], parts);
}

template <int Radix>
task allreduce_circulant(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const node_parts of_all(in, p);
  co_await reduce_own_part<Radix>(self, in, out, of_all, op);
  const blocks parts = of_all.of(out);
  const dividing_skips<Radix> skip(p);
  for (int k = 0; k < skip.rounds(); ++k) {
    // All messages are, or begin, the longest run that is sent.
    const ring_run longest(parts, rank, std::min(skip[k], skip[k + 1] - skip[k]));
    const packed_run<std::byte> known(self, longest, *out.type);
    std::array<std::optional<packed_run<std::byte>>, Radix - 1> unknown;
    std::array<transfer, Radix - 1> round;
    std::size_t n = 0;
    known.pack();
    skip.each_message(k, [&](int s, int many) {
      const int before = ring(rank, -s, p), after = ring(rank, s, p);
      const auto& arriving = unknown[n].emplace(self, ring_run(parts, after, many), *out.type);
      const std::size_t length = ring_run(parts, rank, many).count();
      round[n++] = {known.message().slice(0, length), before, arriving.message(), after};
    });
    const std::span now = std::span(round).first(n);
    co_await self.together(now);
    for (const auto& arrived : unknown)
      if (arrived) arrived->unpack();
  }
}
template task allreduce_circulant<2>(process&, const_buffer, buffer, operation);

namespace {

template <int Radix>
cost price(const shape& s) {
  int messages = 0;
  const dividing_skips<Radix> skip(s.p);
  for (int k = 0; k < skip.rounds(); ++k) skip.each_message(k, [&](int, int) { ++messages; });
  const double once = (s.p - 1) * s.bytes / s.p;
  return {.rounds = 2.0 * messages, .bytes = 2 * once, .reduced = once};
}

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::allreduce,
      .name = name,
      .summary = summary,
      .source = "Traeff, Hunold, Vardas, Manes Funk 2023",
      .needs = {.commutative = true},
      .run = [](process& self, const call& c) { return allreduce_circulant<Radix>(self, c.in, c.out, c.op); },
      .price = price<Radix>,
  };
}

}  // namespace

extern const algorithm allreduce_circulant_entry =
    entry<2>("circulant", "circulant graph: 2 ceil(log2 p) rounds and the least volume for any p");
extern const algorithm allreduce_circulant_radix3_entry =
    entry<3>("circulant_radix3", "circulant graph for two ports: 2 ceil(log3 p) rounds");
extern const algorithm allreduce_circulant_radix4_entry =
    entry<4>("circulant_radix4", "circulant graph for three ports: 2 ceil(log4 p) rounds");

extern const algorithm allreduce_circulant_batched_entry{
    .of = collective::allreduce,
    .name = "circulant_batched",
    .summary = "circulant graph, then each part straight to all others, 64 under way at once",
    .source = "after Traeff, Hunold, Vardas, Manes Funk 2023",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_circulant_batched(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double once = (s.p - 1) * s.bytes / s.p;
          const cost scattered{.rounds = 1.0 * ceil_log2(s.p), .bytes = once, .reduced = once};
          return scattered + price_of_batches(s.p - 1.0, once);
        },
    .traits = {.bound = true, .exact_if_equal = true},  // empty parts are not sent
};

}  // namespace tutti
