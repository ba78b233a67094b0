// Allgather as p broadcasts at once, each of M blocks by the circulant schedule of its root: in every round
// a process sends one message with a block for every root, so no message holds more than about m/M.
// Source: Traeff, "Optimal broadcast schedules in logarithmic time", 2023-2024, all-broadcast.
// Cost: (M - 1 + ceil(log2 p)) (alpha + beta m / M) however the data is distributed; equal lengths: bytes
// (p - 1)/p m for any M. O(p log p) local work for the schedules, the first time, and O(p) in a round;
// messages are packed. Any p.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"

namespace tutti {

task allgather_circulant(process& self, const_buffer in, blocks recv, int pieces) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  if (p == 1) co_return;
  const all_schedules schedules(p, pieces);
  const circulant_rounds& rounds = schedules.rounds();

  // The parts that process t receives in a round.
  const auto parts_for = [&](int t, int round, auto&& visit) {
    schedules.each_received(t, round, [&](int root, int b) {
      const buffer part = recv[root].part(b, pieces);
      if (!part.empty()) visit(part);
    });
  };
  struct message {
    int parts = 0;
    std::size_t bytes = 0;
    buffer last;
    [[nodiscard]] bool mixed() const { return parts > 1; }
  };
  const auto message_for = [&](int t, int round) {
    message m;
    parts_for(t, round, [&m](buffer part) {
      ++m.parts;
      m.bytes += part.bytes();
      m.last = part;
    });
    return m;
  };

  for (int round = rounds.first(); round < rounds.end(); ++round) {
    const int skip = schedules.skip(round);
    const int to = ring(rank, skip, p), from = ring(rank, -skip, p);
    const message out = message_for(to, round), received = message_for(rank, round);
    const scratch packed(self, out.mixed() ? out.bytes : 0),
        arrived(self, received.mixed() ? received.bytes : 0);
    if (out.mixed()) {
      std::size_t end = 0;
      parts_for(to, round, [&](buffer part) {
        self.copy(part, packed.slice(end, part.bytes()));
        end += part.bytes();
      });
    }
    const buffer leaving = out.mixed() ? packed.all() : out.last,
                 arriving = received.mixed() ? arrived.all() : received.last;
    co_await self.sendrecv(leaving, out.parts > 0 ? to : nobody, arriving,
                           received.parts > 0 ? from : nobody);
    if (received.mixed()) {
      std::size_t end = 0;
      parts_for(rank, round, [&](buffer part) {
        self.copy(arrived.slice(end, part.bytes()), part);
        end += part.bytes();
      });
    }
  }
}

extern const algorithm allgather_circulant_entry{
    .of = collective::allgather,
    .name = "circulant",
    .summary = "p broadcasts at once by circulant schedules",
    .source = "Traeff 2023",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return allgather_circulant(self, c.in, c.recv, c.pieces); },
    .price =
        [](const shape& s) {
          if (s.p == 1 || s.bytes <= 0) return cost{};
          return cost{.rounds = s.pieces - 1.0 + ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
        },
    .stages = logarithmic_pipeline,
};

extern const algorithm allgatherv_circulant_entry{
    .of = collective::allgatherv,
    .name = "circulant",
    .summary = "p broadcasts at once by circulant schedules: never slow, however irregular",
    .source = "Traeff 2023",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return allgather_circulant(self, c.in, c.recv, c.pieces); },
    .price = price_of_all_schedules,
    .stages = logarithmic_pipeline,
    .traits = {.bound = true},  // empty parts are not sent
};

}  // namespace tutti
