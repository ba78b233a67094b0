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
#include <optional>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/ring_run.hpp"
#include "algorithms/shapes/shelf.hpp"

namespace tutti {

namespace {

// The reduce-scatter. It leaves this process's part of the result in its place in `out`.
task reduce_own_part(process& self, const_buffer in, buffer out, const node_parts& parts, operation op,
                     int radix) {
  const buffer own = out.part(self.rank(), self.size());
  std::optional<scratch> aside;  // in place, the result would overwrite the vector
  const buffer result = same_elements(in, out) ? aside.emplace(self, own).all() : own;
  co_await reduce_scatter_circulant(self, parts.of(in), result, op, radix);
  self.copy(result, own);
}

}  // namespace

task allreduce_circulant_batched(process& self, const_buffer in, buffer out, operation op) {
  const node_parts of_all(in, self.size());
  co_await reduce_own_part(self, in, out, of_all, op, 2);
  const blocks parts = of_all.of(out);
  co_await allgather_batched(self, parts[self.rank()], parts);
}

task allreduce_circulant(process& self, const_buffer in, buffer out, operation op, int radix) {
  const int p = self.size(), rank = self.rank();
  const node_parts of_all(in, p);
  co_await reduce_own_part(self, in, out, of_all, op, radix);
  const blocks parts = of_all.of(out);
  const dividing_skips skip(p, radix);
  port_messages messages(radix - 1);
  const std::span round = messages.all();
  shelf<packed_run<std::byte>> unknown(round.size());
  for (int k = 0; k < skip.rounds(); ++k) {
    // All messages are, or begin, the longest run that is sent.
    const ring_run longest(parts, rank, std::min(skip[k], skip[k + 1] - skip[k]));
    const packed_run<std::byte> known(self, longest, *out.type);
    std::size_t n = 0;
    known.pack();
    skip.each_message(k, [&](int s, int many) {
      const int before = ring(rank, -s, p), after = ring(rank, s, p);
      const auto& arriving = unknown.add(self, ring_run(parts, after, many), *out.type);
      const std::size_t length = ring_run(parts, rank, many).count();
      round[n++] = {known.message().slice(0, length), before, arriving.message(), after};
    });
    const std::span now = round.first(n);
    co_await self.together(now);
    for (const auto& arrived : unknown.all()) arrived.unpack();
    unknown.clear();
  }
}

namespace {

template <int Radix>
cost price(const shape& s) {
  int messages = 0, longest = 0;  // of each round, in parts
  const dividing_skips skip(s.p, radix_on<Radix>(s.logp, s.p));
  for (int k = 0; k < skip.rounds(); ++k) {
    skip.each_message(k, [&](int, int) { ++messages; });
    longest += std::min(skip[k], skip[k + 1] - skip[k]);
  }
  const double part = s.bytes / s.p, once = (s.p - 1) * part;
  if (Radix == by_ports)
    return {.rounds = 2 * rounds_on_ports(s), .bytes = 2 * longest * part, .reduced = once};
  return {.rounds = 2.0 * messages, .bytes = 2 * once, .reduced = once};
}

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::allreduce,
      .name = name,
      .summary = summary,
      .source = "Traeff, Hunold, Vardas, Manes Funk 2023",
      .needs = {.commutative = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return allreduce_circulant(self, c.in, c.out, c.op, radix_on<Radix>(c.logp, self.size()));
          },
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
extern const algorithm allreduce_circulant_ported_entry = entry<by_ports>(
    "circulant_ported", "circulant graph for the machine's k ports: 2 ceil(log p) rounds to the base k + 1");

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
