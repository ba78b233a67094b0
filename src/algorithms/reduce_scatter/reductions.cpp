// Reduce-scatter as p reductions at once, each of M blocks, by the circulant schedules of broadcasts read
// backwards: in every round a process sends one message with partial results for every root, so no message
// holds more than about m/M.
// Source: Traeff, "Optimal broadcast schedules in logarithmic time", 2023-2024, all-broadcast, reversed.
// Cost: (M - 1 + ceil(log2 p)) (alpha + (beta + gamma) m / M) however the data is distributed; equal
// lengths: (p - 1)/p m bytes for any M. The vector is copied once and messages are packed; O(p log p) local
// work for the schedules, the first time, and O(p) in a round.
// Requires: a commutative operator. Any p; any lengths.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"

namespace tutti {

task reduce_scatter_reductions(process& self, const_blocks send, buffer out, operation op, int pieces) {
  const int p = self.size(), rank = self.rank();
  self.copy(send[rank], out);
  if (p == 1) co_return;
  const all_schedules schedules(p, pieces);
  const circulant_rounds& rounds = schedules.rounds();

  // The partial results so far: of this process's block in `out`, of block i from element start[i] on in
  // `sums`.
  workspace<std::size_t> start(static_cast<std::size_t>(p) + 1);
  start[0] = 0;
  for (int i = 0; i < p; ++i) {
    const auto k = static_cast<std::size_t>(i);
    start[k + 1] = start[k] + (i == rank ? 0 : send[i].count);
  }
  const scratch sums(self, start.back(), *out.type);
  const blocks others = blocks::consecutive(sums.all().data, start.data(), *out.type, p);
  for (int i = 0; i < p; ++i)
    if (i != rank) self.copy(send[i], others[i]);
  const auto partial = [&](int block, int piece) {
    return (block == rank ? out : others[block]).part(piece, pieces);
  };

  // Visits the partial results that process t sends in a round: the blocks that it receives in a broadcast.
  const auto each_part = [&](int t, int round, auto&& visit) {
    schedules.each_received(t, round, [&](int block, int piece) {
      const buffer part = partial(block, piece);
      if (!part.empty()) visit(part);
    });
  };
  const auto elements = [&](int t, int round) {
    std::size_t n = 0;
    each_part(t, round, [&n](const buffer& part) { n += part.count; });
    return n;
  };

  for (int round = rounds.end(); round-- > rounds.first();) {
    const int skip = schedules.skip(round);
    const int to = ring(rank, -skip, p), from = ring(rank, skip, p);  // of a broadcast: the roles exchanged
    const scratch leaving(self, elements(rank, round), *out.type),
        arriving(self, elements(from, round), *out.type);
    std::size_t end = 0;
    each_part(rank, round, [&](const buffer& part) {
      self.copy(part, leaving.slice(end, part.count));
      end += part.count;
    });
    const const_buffer packed = leaving;
    const buffer received = arriving;
    co_await self.sendrecv(packed, packed.empty() ? nobody : to, received, received.empty() ? nobody : from);
    end = 0;
    each_part(from, round, [&](const buffer& part) {
      self.reduce(op, arriving.slice(end, part.count), part);
      end += part.count;
    });
  }
}

extern const algorithm reduce_scatter_reductions_entry{
    .of = collective::reduce_scatter,
    .name = "reductions",
    .summary = "p reductions at once by circulant schedules backwards: never slow, however irregular",
    .source = "Traeff 2023",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_reductions(self, c.send, c.out, c.op, c.pieces); },
    .price =
        [](const shape& s) {
          cost c = price_of_all_schedules(s);
          c.reduced = c.bytes;
          return c;
        },
    .stages = logarithmic_pipeline,
    .traits = {.bound = true},  // empty parts are not sent
};

}  // namespace tutti
