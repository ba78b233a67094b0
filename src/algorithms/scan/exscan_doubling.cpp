// Exscan by doubling in two phases. A process knows the sum of the s vectors before its own. In the first,
// inclusive phase it also keeps that sum with its own vector added, sends it 1, 2, 4, ... processes on, and s
// goes from d - 1 to 2 d - 1; each round has two reductions. In the second, exclusive phase it sends the sum
// of the s vectors itself, s processes on, and s doubles with one reduction a round. The longer the first
// phase, the fewer the rounds and the more the reductions:
//
//   hillis_steele   inclusive throughout:         s = 1, 3, 7, 15, 31, ...
//   doubling_123    two inclusive rounds:         s = 1, 3 | 6, 12, 24, ...
//   two_phase       as few as ceil(log2 p) rounds in total allow; for p - 1 = 28:  1, 3, 7 | 14, 28
//
// Source: Hillis, Steele, "Data parallel algorithms", 1986; Traeff, HPC lecture "Scan/Exscan in
// fully-connected networks". doubling_123: Traeff, "Communication round and computation efficient exclusive
// prefix-sums algorithms (for MPI_Exscan)", 2025. two_phase: Traeff, "Two efficient message-passing exclusive
// scan algorithms", 2026, the first of the two, after its abstract.
// Cost: with i inclusive rounds q rounds of alpha + beta m and at most (q + i - 2) m reduced. q = i =
// ceil(log2 p) for hillis_steele; i = 2, q = ceil(log2 (p - 1) + log2 (4 / 3)) for doubling_123, along whose
// chain of messages all q m are reduced for p > 3; q = ceil(log2 p), i = ceil(q - log2 (2^q - p + 1)) for
// two_phase. Any p; in rank order; the vector is never cut.

#include <algorithm>

#include "algorithms/scan/scan.hpp"

namespace tutti {
namespace {

// Has `inclusive` inclusive rounds, or fewer if these are enough.
task exscan_by_doubling(process& self, const_buffer in, buffer out, operation op, int inclusive) {
  const int p = self.size(), rank = self.rank();
  const auto behind = [=](int d) { return rank + d < p ? rank + d : nobody; };
  const auto ahead = [=](int d, int first) { return rank - d >= first ? rank - d : nobody; };

  // The vector sent first: `in`, unless something is added to it or the first sum is received in its place.
  const bool adds = rank > 0 && inclusive > 1 && behind(2) != nobody;
  const bool in_the_way = rank > 0 && behind(1) != nobody && same_elements(in, out);
  scratch with(self, adds || in_the_way ? in.count : 0, *in.type);
  scratch received(self, rank > 1 ? in.count : 0, *in.type);
  const_buffer own = in;
  if (adds || in_the_way) {
    self.copy(in, with);
    own = with;
  }

  int known = 0;  // vectors before this process's own
  for (int round = 1; round <= inclusive && known + 1 < p; ++round) {
    const int d = known + 1, to = behind(d), from = ahead(d, 0);
    const buffer sum = known == 0 ? out : received.all();
    if (to != nobody || from != nobody) co_await self.sendrecv(own, to, sum, from);
    if (from != nobody && known > 0) self.reduce(op, sum, out);
    if (from != nobody && round < inclusive && behind(2 * d) != nobody) self.reduce(op, sum, with);
    known = 2 * d - 1;
  }
  if (rank == 0) co_return;  // process 0 has no result
  for (; known + 1 < p; known *= 2) {
    const int to = behind(known), from = ahead(known, 1);
    if (to != nobody || from != nobody) co_await self.sendrecv(out, to, received, from);
    if (from != nobody) self.reduce(op, received, out);
  }
}

// The number of rounds, `inclusive` of them inclusive.
constexpr int rounds_of_doubling(int p, int inclusive) noexcept {
  int rounds = 0;
  for (int known = 0; known + 1 < p; ++rounds) known = rounds < inclusive ? 2 * known + 1 : 2 * known;
  return rounds;
}

// The fewest inclusive rounds with which the number of rounds is least.
constexpr int least_inclusive(int p) noexcept {
  int inclusive = 1;
  while (rounds_of_doubling(p, inclusive) > ceil_log2(p)) ++inclusive;
  return inclusive;
}

cost price_of_phases(const shape& s, int rounds, int inclusive) {
  const int reductions = std::max(0, rounds + std::min(inclusive, rounds) - 2);
  return {.rounds = 1.0 * rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
}

}  // namespace

task exscan_hillis_steele(process& self, const_buffer in, buffer out, operation op) {
  return exscan_by_doubling(self, in, out, op, ceil_log2(self.size()));
}

task exscan_doubling_123(process& self, const_buffer in, buffer out, operation op) {
  return exscan_by_doubling(self, in, out, op, 2);
}

task exscan_two_phase(process& self, const_buffer in, buffer out, operation op) {
  return exscan_by_doubling(self, in, out, op, least_inclusive(self.size()));
}

extern const algorithm exscan_hillis_steele_entry{
    .of = collective::exscan,
    .name = "hillis_steele",
    .summary = "distances 1, 2, 4, ...: ceil(log2 p) rounds",
    .source = "Hillis, Steele 1986; Traeff, HPC lecture",
    .run = [](process& self, const call& c) { return exscan_hillis_steele(self, c.in, c.out, c.op); },
    .price = [](const shape& s) { return price_of_phases(s, ceil_log2(s.p), ceil_log2(s.p)); },
    .traits = {.bound = true,
               .same_for_elements = true},  // which process reduces twice in most rounds depends on p
};

extern const algorithm exscan_doubling_123_entry{
    .of = collective::exscan,
    .name = "doubling_123",
    .summary = "distances 1, 2, 3, 6, 12, ...: one reduction a round",
    .source = "Traeff 2025",
    .run = [](process& self, const call& c) { return exscan_doubling_123(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          cost c = price_of_phases(s, rounds_of_doubling(s.p, 2), 2);
          if (s.p == 3) c.reduced = s.bytes;  // the receiver of the second round added nothing in the first
          return c;
        },
    .traits = {.same_for_elements = true},
};

extern const algorithm exscan_two_phase_entry{
    .of = collective::exscan,
    .name = "two_phase",
    .summary = "inclusive, then exclusive: ceil(log2 p) rounds, few reductions",
    .source = "Traeff 2026",
    .run = [](process& self, const call& c) { return exscan_two_phase(self, c.in, c.out, c.op); },
    .price = [](const shape& s) { return price_of_phases(s, ceil_log2(s.p), least_inclusive(s.p)); },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
