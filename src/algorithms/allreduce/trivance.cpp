// Allreduce on a ring whose processes send in both directions at once, over two ports. Before round k each
// process has the sum of the 3^k processes around it, and gets those around the processes 3^k before it and
// 3^k after it: the window triples, and no message goes further than a third of the ring.
//
//   p = 9:   round 0   [i-1] + [i] + [i+1]
//            round 1   [i-4 .. i-2] + [i-1 .. i+1] + [i+2 .. i+4]
//
// Source: Juerss, Addanki, Schmid, "Trivance: latency-optimal allreduce by shortcutting multiport networks",
// arXiv 2602.17254, 2026: its latency-optimal variant on one ring, after the abstract. The windows fit only
// if p is a power of three. For other p this is allreduce.census_radix3, which sends as much, twice as far in
// one direction.
// Cost: ceil(log3 p) (alpha + beta m) over two ports; with one port and the reductions as census_radix3.
// Requires: a commutative operator that is exact, since each process adds in an order of its own. Any p.

#include <array>

#include "algorithms/allreduce/allreduce.hpp"

namespace tutti {
namespace {

constexpr bool is_power_of_three(int p) noexcept {
  while (p % 3 == 0) p /= 3;
  return p == 1;
}

task on_power_of_three(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, out);
  if (p == 1) co_return;
  const scratch memory(self, 2 * in.count, *in.type);
  const buffer received[] = {memory.slice(0, in.count), memory.slice(in.count, in.count)};
  std::array<transfer, 2> round;
  for (int d = 1; d < p; d *= 3) {
    const int before = ring(rank, -d, p), after = ring(rank, d, p);
    round[0] = {out, after, received[0], before};
    round[1] = {out, before, received[1], after};
    co_await self.together(round);
    for (const buffer& sum : received) self.reduce(op, sum, out);
  }
}

}  // namespace

task allreduce_trivance(process& self, const_buffer in, buffer out, operation op) {
  return is_power_of_three(self.size()) ? on_power_of_three(self, in, out, op)
                                        : allreduce_census(self, in, out, op, 3);
}

extern const algorithm allreduce_trivance_entry{
    .of = collective::allreduce,
    .name = "trivance",
    .summary = "ring in both directions, for two ports: the sums around each process triple in every round",
    .source = "Juerss, Addanki, Schmid 2026",
    .needs = {.commutative = true, .exact = true},
    .run = [](process& self, const call& c) { return allreduce_trivance(self, c.in, c.out, c.op); },
    .price = [](const shape& s) { return allreduce_census_radix3_entry.price(s); },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
