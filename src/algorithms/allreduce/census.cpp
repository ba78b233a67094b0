// Allreduce on a circulant graph for any number of processes, in the fewest rounds possible. Each process i
// keeps the sum of the n + 1 contributions i - n, ..., i and, if it will be sent, the sum without its own.
// Rounds go through the bits of p - 1 from the highest on: n becomes 2 n + bit, until it is p - 1.
//
//   bit 1:  [i-2n-1 .. i-n-1] + [i-n .. i]     the sum with its own comes from i - (n + 1)
//   bit 0:  [i-2n   .. i-n-1] + [i-n .. i]     the sum without its own comes from i - n
//
// Source: Bar-Noy, Kipnis, Schieber, "An optimal algorithm for computing census functions in message-passing
// systems", 1993; Bruck, Ho, "Efficient global combine operations in multi-port message-passing systems",
// 1993; Traeff, HPC lecture.
// Cost: ceil(log2 p) (alpha + beta m), and m reduced in each round, twice while the sum without the process's
// own contribution is kept.
// Requires: a commutative operator that is exact, since each process adds in an order of its own. Any p.

#include <bit>

#include "algorithms/allreduce/allreduce.hpp"

namespace tutti {
namespace {

// True if one of the bits below bit j is 0: then sums without this process's contribution are still to be
// sent.
constexpr bool zero_below(unsigned bits, int j) noexcept { return (~bits & ((1U << j) - 1)) != 0; }

}  // namespace

task allreduce_census(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const auto bits = static_cast<unsigned>(p - 1);
  const int highest = std::bit_width(bits) - 1;
  const bool in_place = same_elements(in, out);
  scratch without(self, in_place || zero_below(bits, highest) ? in.count : 0, *in.type);
  scratch received(self, highest > 0 ? in.count : 0, *in.type);

  // n = 0: the first bit is 1 and the first sum without this process's contribution is the vector received.
  const buffer first = in_place ? without.all() : out;
  co_await self.sendrecv(in, ring(rank, 1, p), first, ring(rank, -1, p));
  if (!in_place && zero_below(bits, highest)) self.copy(out, without);
  self.reduce(op, in_place ? const_buffer(without) : in, out);

  int n = 1;
  for (int j = highest - 1; j >= 0; --j) {
    const int bit = static_cast<int>(bits >> j & 1U);
    const const_buffer sum = bit == 1 ? out : without.all();
    co_await self.sendrecv(sum, ring(rank, n + bit, p), received, ring(rank, -n - bit, p));
    self.reduce(op, received, out);
    if (zero_below(bits, j)) self.reduce(op, received, without);
    n = 2 * n + bit;
  }
}

extern const algorithm allreduce_census_entry{
    .of = collective::allreduce,
    .name = "census",
    .summary = "circulant graph, sums with and without the own contribution: ceil(log2 p) rounds for any p",
    .source = "Bar-Noy, Kipnis, Schieber 1993; Bruck, Ho 1993",
    .needs = {.commutative = true, .exact = true},
    .run = [](process& self, const call& c) { return allreduce_census(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const int rounds = ceil_log2(s.p);
          int reductions = rounds;
          for (int j = rounds - 2; j > 0; --j) reductions += zero_below(static_cast<unsigned>(s.p - 1), j);
          return cost{.rounds = 1.0 * rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
