// Allreduce = Reduce-scatter + Allgather, both on the circulant graph with the skips s[q] = p, s[k] =
// ceil(s[k+1] / 2), for any number of processes with the least volume and the fewest rounds that it allows.
// The allgather is the reduce-scatter backwards. A process knows s[k] parts, from its own on: it sends the
// first of them to the process s[k] before it, and receives the parts s[k], ..., s[k+1] - 1, counted from its
// own, from the process s[k] after it.
// Source: Traeff, Hunold, Vardas, Manes Funk, "Uniform algorithms for reduce-scatter and (most) other
// collectives for MPI", 2023; Traeff, HPC lecture.
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m, and (p - 1) m / p reduced. Parts that go around the end
// of the vector are packed.
// circulant_batched: as many bytes, and p - 1 start-ups in place of the second ceil(log2 p), many of them
// under way at once: each part goes straight to all others, which on a node is one copy that all read.
// Requires: a commutative operator. Any p.

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
task reduce_own_part(process& self, const_buffer in, buffer out, const node_parts& parts, operation op) {
  const buffer own = out.part(self.rank(), self.size());
  std::optional<scratch> aside;  // in place, the result would overwrite the vector
  const buffer result = same_elements(in, out) ? aside.emplace(self, own).all() : own;
  co_await reduce_scatter_circulant(self, parts.of(in), result, op);
  self.copy(result, own);
}

}  // namespace

task allreduce_circulant_batched(process& self, const_buffer in, buffer out, operation op) {
  const node_parts of_all(in, self.size());
  co_await reduce_own_part(self, in, out, of_all, op);
  const blocks parts = of_all.of(out);
  co_await allgather_batched(self, parts[self.rank()], parts);
}

task allreduce_circulant(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const node_parts of_all(in, p);
  co_await reduce_own_part(self, in, out, of_all, op);
  const blocks parts = of_all.of(out);
  const halving_skips skip(p);
  for (int k = 0; k < skip.rounds(); ++k) {
    const int s = skip[k], n = skip[k + 1] - s, before = ring(rank, -s, p), after = ring(rank, s, p);
    const packed_run<std::byte> known(self, {parts, rank, n}, *out.type),
        unknown(self, {parts, after, n}, *out.type);
    known.pack();
    co_await self.sendrecv(known.message(), before, unknown.message(), after);
    unknown.unpack();
  }
}

extern const algorithm allreduce_circulant_entry{
    .of = collective::allreduce,
    .name = "circulant",
    .summary = "circulant graph: 2 ceil(log2 p) rounds and the least volume for any p",
    .source = "Traeff, Hunold, Vardas, Manes Funk 2023",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_circulant(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double once = (s.p - 1) * s.bytes / s.p;
          return cost{.rounds = 2.0 * ceil_log2(s.p), .bytes = 2 * once, .reduced = once};
        },
};

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
