// Broadcast of M blocks on the circulant graph with halving skips: in every round every process sends one
// block and receives another. Optimal in rounds for any p and M.
// Source: Traeff, "Optimal broadcast schedules in logarithmic time", 2023-2024.
// Cost: (M - 1 + ceil(log2 p)) (alpha + beta m / M). Any p, any root.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"

namespace tutti {

task bcast_circulant(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  if (p == 1) co_return;
  const int v = relative_rank(self.rank(), root, p);
  const circulant_schedule schedule(v, p);
  const circulant_rounds rounds(schedule.rounds(), pieces);
  const auto block = [&](int b) { return b < 0 ? buffer{} : data.part(b, pieces); };
  const auto partner = [&](int b, int rank) { return b < 0 ? nobody : absolute_rank(rank, root, p); };
  for (int round = rounds.first(); round < rounds.end(); ++round) {
    const int k = rounds.index(round);
    const int to = ring(v, schedule.skip(k), p), from = ring(v, -schedule.skip(k), p);
    // Nothing goes to the root, which has everything. Every other process receives each block once.
    const int out = to == 0 ? -1 : rounds.block(schedule.send(k), round);
    const int in = v == 0 ? -1 : rounds.block(schedule.receive(k), round);
    co_await self.sendrecv(block(out), partner(out, to), block(in), partner(in, from));
  }
}

extern const algorithm bcast_circulant_entry{
    .of = collective::bcast,
    .name = "circulant",
    .summary = "n-block circulant graph schedule: optimal in rounds, a block every round",
    .source = "Traeff 2023",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_circulant(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<logarithmic_pipeline>,
    .stages = logarithmic_pipeline,
};

}  // namespace tutti
