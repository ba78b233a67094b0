// Reduction of M blocks on the circulant graph: the n-block broadcast schedule read backwards. In every
// round every process sends one partial result and receives another. Optimal in rounds for any p and M.
// Source: Traeff, "Optimal broadcast schedules in logarithmic time", 2023-2024.
// Cost: (M - 1 + ceil(log2 p)) (alpha + (beta + gamma) m / M). Any p, any root. Requires a commutative
// operator.
//
// In the broadcast each process receives each block once, and sends it only afterwards. Backwards, each
// process sends each block once, after it has combined all partial results received for it: each block is
// reduced along a tree of its own.

#include <algorithm>
#include <utility>

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"

namespace tutti {

task reduce_circulant(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int p = self.size();
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const int v = relative_rank(self.rank(), root, p);
  const circulant_schedule schedule(v, p);
  const circulant_rounds rounds(schedule.rounds(), pieces);

  // A block's first partial result is received in its place in `sum`, and this process's block is combined
  // into it; later ones are received in `more`. In place, this process's blocks are in `sum` from the start.
  const scratch memory(self, v == 0 ? 0 : in.count, *in.type);
  const buffer sum = v == 0 ? out : memory.all();
  const block_scratch more(self, in, pieces);
  workspace<bool> begun(static_cast<std::size_t>(pieces));
  std::fill(begun.begin(), begun.end(), same_elements(in, sum));

  for (int round = rounds.end(); round-- > rounds.first();) {
    const int k = rounds.index(round);
    // The partners of the broadcast, with `to` and `from` exchanged.
    const int from = ring(v, schedule.skip(k), p), to = ring(v, -schedule.skip(k), p);
    const int out_block = v == 0 ? -1 : rounds.block(schedule.receive(k), round);
    const int in_block = from == 0 ? -1 : rounds.block(schedule.send(k), round);
    const_buffer leaving;
    buffer arriving, place;
    bool first = false;
    if (out_block >= 0) {
      const bool combined = begun[static_cast<std::size_t>(out_block)];
      leaving = combined ? const_buffer(sum.part(out_block, pieces)) : in.part(out_block, pieces);
    }
    if (in_block >= 0) {
      first = !std::exchange(begun[static_cast<std::size_t>(in_block)], true);
      place = sum.part(in_block, pieces);
      arriving = first ? place : more.room(place);
    }
    co_await self.sendrecv(leaving, out_block < 0 ? nobody : absolute_rank(to, root, p), arriving,
                           in_block < 0 ? nobody : absolute_rank(from, root, p));
    if (in_block >= 0) self.reduce(op, first ? in.part(in_block, pieces) : const_buffer(arriving), place);
  }
}

extern const algorithm reduce_circulant_entry{
    .of = collective::reduce,
    .name = "circulant",
    .summary = "n-block circulant graph schedule reversed: optimal in rounds, a block every round",
    .source = "Traeff 2023",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_circulant(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<logarithmic_pipeline>,
    .stages = logarithmic_pipeline,
};

}  // namespace tutti
