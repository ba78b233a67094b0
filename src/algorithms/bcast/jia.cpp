// Broadcast of M blocks on a hypercube, every process sending one block and receiving another in each
// round; for other p than powers of two, pairs of processes play the role of one.
// Source: Jia, "Process cooperation in multiple message broadcast", Parallel Computing 35(12), 2009;
// Traeff, HPC lecture "Collectives". (In the lecture's slides co(i) = i for p - 2^h < i < 2^h, not < p,
// and co(i) = i - 2^h + 1, not + h, for i >= 2^h; the excess processes are i >= 2^h, not > 2^h.)
// Cost: (M - 1 + ceil(log2 p)) (alpha + beta m / M). Any p, any root.

#include <bit>

#include "algorithms/bcast/bcast.hpp"

namespace tutti {
namespace {

// A unit is a process, or a pair of processes, that is one corner of the hypercube of dimension h =
// floor(log2 p). Ranks count from the root. Unit u consists of process u < 2^h and, for 0 < u <= p - 2^h, of
// process 2^h - 1 + u. In each round one process of a pair is outside: it sends to the neighbour unit. The
// other one is inside: it receives from there, and passes the block it received before on to the first.
class units {
 public:
  units(int p, int pieces) noexcept : h_(floor_log2(p)), pairs_(p - (1 << h_)), pieces_(pieces) {}

  [[nodiscard]] int dimension() const noexcept { return h_; }
  [[nodiscard]] int of(int v) const noexcept { return v < 1 << h_ ? v : v - (1 << h_) + 1; }
  [[nodiscard]] bool pair(int u) const noexcept { return 0 < u && u <= pairs_; }

  // At first the larger rank of a pair is outside. The two change roles after each round in which the unit's
  // bit is 1: the unit sends next what its inside has just received.
  [[nodiscard]] int outside(int u, int round) const noexcept {
    return pair(u) && !changed(u, round) ? mate(u) : u;
  }
  [[nodiscard]] int inside(int u, int round) const noexcept {
    return pair(u) && changed(u, round) ? mate(u) : u;
  }

  // The block that the unit sends: round - h, plus the distance to its next 1-bit where its bit is 0; and the
  // block that it receives, the same where its bit is 1. Negative: none.
  [[nodiscard]] int sends(int u, int round) const noexcept {
    return block(round - h_ + (bit(u, round) ? 0 : next_bit(u, round)));
  }
  [[nodiscard]] int receives(int u, int round) const noexcept {
    return block(round - h_ + (bit(u, round) ? next_bit(u, round) : 0));
  }
  [[nodiscard]] int block(int b) const noexcept { return b < pieces_ ? b : pieces_ - 1; }

 private:
  [[nodiscard]] int mate(int u) const noexcept { return (1 << h_) - 1 + u; }
  [[nodiscard]] bool bit(int u, int round) const noexcept { return u >> round % h_ & 1; }
  // True if the number of 1-bits met in rounds 0 .. round - 1 is odd.
  [[nodiscard]] bool changed(int u, int round) const noexcept {
    const auto ones = [](int x) { return std::popcount(static_cast<unsigned>(x)); };
    return (ones(u) * (round / h_) + ones(u & ((1 << round % h_) - 1))) % 2 != 0;
  }
  // The distance from bit `round` of u to the next higher bit that is 1, around the end: h for u = 0 and a
  // lone bit.
  [[nodiscard]] int next_bit(int u, int round) const noexcept {
    const int shift = round % h_ + 1;
    const int turned = (u >> shift | u << (h_ - shift)) & ((1 << h_) - 1);
    return turned == 0 ? h_ : std::countr_zero(static_cast<unsigned>(turned)) + 1;
  }

  int h_, pairs_, pieces_;
};

}  // namespace

task bcast_jia(process& self, buffer data, int root, int pieces) {
  const int p = self.size();
  if (p == 1) co_return;
  const int v = relative_rank(self.rank(), root, p);
  const units all(p, pieces);
  const int unit = all.of(v), rounds = pieces - 1 + all.dimension();
  const auto block = [&](int b) { return b < 0 ? buffer{} : data.part(b, pieces); };
  const auto partner = [&](int b, int rank) { return b < 0 ? nobody : absolute_rank(rank, root, p); };

  for (int round = 0; round < rounds; ++round) {
    const int other = unit ^ 1 << round % all.dimension();
    const int outside = all.outside(unit, round), inside = all.inside(unit, round);
    // The root is sent nothing. Within a pair the inside hands block round - h - 1 to the outside.
    const int out = other == 0 ? -1 : all.sends(unit, round), in = unit == 0 ? -1 : all.receives(unit, round);
    const int handed = round - all.dimension() - 1;
    const int to = all.inside(other, round), from = all.outside(other, round);
    if (!all.pair(unit)) {
      co_await self.sendrecv(block(out), partner(out, to), block(in), partner(in, from));
    } else if (v == outside) {
      co_await self.sendrecv(block(out), partner(out, to), block(handed), partner(handed, inside));
    } else {
      co_await self.sendrecv(block(handed), partner(handed, outside), block(in), partner(in, from));
    }
  }
  if (all.pair(unit)) {  // each lacks the block that the other received last
    const bool outside = v == all.outside(unit, rounds);
    const int mate = outside ? all.inside(unit, rounds) : all.outside(unit, rounds);
    const int out = outside ? pieces - 1 : pieces - 2, in = outside ? pieces - 2 : pieces - 1;
    co_await self.sendrecv(block(out), partner(out, mate), block(in), partner(in, mate));
  }
}

extern const algorithm bcast_jia_entry{
    .of = collective::bcast,
    .name = "jia",
    .summary = "n-block hypercube schedule with pairs of processes: optimal in rounds, a block every round",
    .source = "Jia 2009",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_jia(self, c.out, c.root, c.pieces); },
    .price = price_of_pipeline<logarithmic_pipeline>,
    .stages = logarithmic_pipeline,
};

}  // namespace tutti
