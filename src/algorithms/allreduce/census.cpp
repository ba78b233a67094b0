// Allreduce on a circulant graph for any number of processes, in the fewest rounds possible over r - 1 ports.
// Each process i keeps the sum of the n + 1 contributions i - n, ..., i and, if it will be sent, the sum
// without its own. Rounds go through the digits of p - 1 to the base r from the highest on. With r - 1
// messages, n becomes r n + digit, until it is p - 1: as many sums as the digit says arrive with their
// sender's own contribution, the others without.
//
//   r = 2, digit 1:  [i-2n-1 .. i-n-1] + [i-n .. i]     the sum with its own comes from i - (n + 1)
//          digit 0:  [i-2n   .. i-n-1] + [i-n .. i]     the sum without its own comes from i - n
//   r = 3, digit 1:  [i-3n-1 .. i-2n-2] + [i-2n-1 .. i-n-1] + [i-n .. i]     without, then with
//
// Source: Bar-Noy, Kipnis, Schieber, "An optimal algorithm for computing census functions in message-passing
// systems", 1993; Bruck, Ho, "Efficient global combine operations in multi-port message-passing systems",
// 1993, k ports; Traeff, HPC lecture.
// Cost: ceil(log_r p) (alpha + beta m) with r - 1 ports; with one port r - 1 times as much, except in the
// first round, which has as many messages as the first digit. A round combines its messages, which are then
// combined with both sums, as long as both are kept.
// Requires: a commutative operator that is exact, since each process adds in an order of its own. Any p.

#include <algorithm>

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

// The weight of the first digit of p - 1.
constexpr int first_weight(int p, int radix) noexcept {
  int weight = 1;
  while (weight <= (p - 1) / radix) weight *= radix;
  return weight;
}
// True if a digit of p - 1 below `weight` is not radix - 1: then sums without the process's contribution are
// still to be sent.
constexpr bool keeps_without(int p, int weight) noexcept { return p % weight != 0; }

}  // namespace

task allreduce_census(process& self, const_buffer in, buffer out, operation op, int radix) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  int weight = first_weight(p, radix), n = (p - 1) / weight;
  const bool in_place = same_elements(in, out);
  const scratch without(self, in_place || keeps_without(p, weight) ? in.count : 0, *in.type);
  const auto places = static_cast<std::size_t>(weight > 1 ? radix - 1 : n - 1);
  const scratch memory(self, places * in.count, *in.type);
  const auto received = [&](int j) { return memory.slice(static_cast<std::size_t>(j) * in.count, in.count); };
  port_messages round(radix - 1);
  const auto messages = [&](int count) { return round.all().first(static_cast<std::size_t>(count)); };

  // So far each process has only its own vector, and receives those of the n before it.
  const buffer first = in_place ? without.all() : out;
  for (int j = 0; j < n; ++j)
    messages(n)[j] = {in, ring(rank, j + 1, p), j == 0 ? first : received(j - 1), ring(rank, -j - 1, p)};
  co_await self.together(messages(n));
  for (int j = 1; j < n; ++j) self.reduce(op, received(j - 1), first);
  if (!in_place && keeps_without(p, weight)) self.copy(out, without);
  self.reduce(op, in_place ? const_buffer(without) : in, out);

  while (weight > 1) {
    weight /= radix;
    const int digit = (p - 1) / weight % radix;
    for (int j = 1; j < radix; ++j) {
      const const_buffer sum = j <= digit ? out : without.all();
      const int distance = j * n + std::min(j, digit);
      messages(radix - 1)[j - 1] = {sum, ring(rank, distance, p), received(j - 1), ring(rank, -distance, p)};
    }
    co_await self.together(messages(radix - 1));
    for (int j = 1; j < radix - 1; ++j) self.reduce(op, received(j), received(0));
    self.reduce(op, received(0), out);
    if (keeps_without(p, weight)) self.reduce(op, received(0), without);
    n = radix * n + digit;
  }
}

namespace {

template <int Radix>
cost census_price(const shape& s) {
  if (s.p == 1) return {};
  const int radix = radix_on<Radix>(s.logp, s.p);
  int weight = first_weight(s.p, radix);
  int messages = (s.p - 1) / weight, reductions = messages;
  while (weight > 1) {
    weight /= radix;
    messages += radix - 1;
    reductions += radix - 1 + (keeps_without(s.p, weight) ? 1 : 0);
  }
  const double rounds = Radix == by_ports ? rounds_on_ports(s) : messages;
  return {.rounds = rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
}

template <int Radix>
constexpr algorithm census_of_radix(std::string_view name, std::string_view summary) {
  return {
      .of = collective::allreduce,
      .name = name,
      .summary = summary,
      .source = "Bar-Noy, Kipnis, Schieber 1993; Bruck, Ho 1993",
      .needs = {.commutative = true, .exact = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return allreduce_census(self, c.in, c.out, c.op, radix_on<Radix>(c.logp, self.size()));
          },
      .price = census_price<Radix>,
      .traits = {.same_for_elements = true},
  };
}

}  // namespace

extern const algorithm allreduce_census_entry = census_of_radix<2>(
    "census", "circulant graph, sums with and without the own contribution: ceil(log2 p) rounds for any p");
extern const algorithm allreduce_census_radix3_entry = census_of_radix<3>(
    "census_radix3",
    "circulant graph for two ports, sums with and without the own contribution: ceil(log3 p) rounds");
extern const algorithm allreduce_census_radix4_entry = census_of_radix<4>(
    "census_radix4",
    "circulant graph for three ports, sums with and without the own contribution: ceil(log4 p) rounds");
extern const algorithm allreduce_census_ported_entry = census_of_radix<by_ports>(
    "census_ported",
    "circulant graph for the machine's k ports, sums with and without the own contribution: ceil(log p) "
    "rounds to the base k + 1");

}  // namespace tutti
