// Exscan on r - 1 ports: before round k each process has the sum of its r^k nearest processes up to itself,
// and that sum without its own vector. It gets the sums of the processes r^k, ..., (r - 1) r^k before it,
// combines them, and adds them to both.
// Source: Hillis, Steele, "Data parallel algorithms", 1986; Traeff, HPC lecture "Scan/Exscan in
// fully-connected networks". For several ports as scan.hillis_steele_radix3, after Bruck, Ho, 1993.
// Cost: with r - 1 ports ceil(log_r p) (alpha + beta m); with one port a start-up for each distance j r^k <
// p, j < r. In a round of n messages at most n - 1 reductions combine them, one adds them to the result,
// except in the first round, and one to the sum with its own vector, except in the last. Any p; in rank
// order; the vector is never cut.

#include <algorithm>

#include "algorithms/scan/radix_round.hpp"
#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

task exscan_radix(process& self, const_buffer in, buffer out, operation op, int radix) {
  const int p = self.size(), rank = self.rank();
  const scratch with(self, p > 1 ? in.count : 0, *in.type);  // the sum with this process's vector
  if (p > 1) self.copy(in, with);
  const auto places = static_cast<std::size_t>(std::min(rank, radix - 1));
  const scratch memory(self, places * in.count, *in.type);
  port_messages messages(radix - 1);
  const workspace<buffer> received(messages.all().size());
  for (int d = 1; d < p; d = next_power(d, radix, p)) {
    std::size_t arriving = 0;
    const std::span now = radix_round(messages.all(), self, d, with, [&] {
      const bool first = d == 1 && arriving == 0;
      received[arriving] = first ? out : memory.slice(arriving * in.count, in.count);
      return received[arriving++];
    });
    co_await self.together(now);
    if (arriving == 0) continue;
    const buffer sum = received[0];
    for (std::size_t i = 1; i < arriving; ++i) self.reduce(op, received[i], sum);
    if (d > 1) self.reduce(op, sum, out);
    if (d <= (p - 1 - rank) / radix) self.reduce(op, sum, with);  // there is a next message
  }
}

template <int Radix>
cost price_of_exscan(const shape& s) {
  double messages = 0, reductions = 0;
  const int radix = radix_on<Radix>(s.logp, s.p);
  for (int d = 1; d < s.p; d = next_power(d, radix, s.p)) {
    const int now = std::min(radix - 1, (s.p - 1) / d);
    messages += now;
    reductions += now - 1 + (d > 1 ? 1 : 0) + (d <= (s.p - 1) / radix ? 1 : 0);
  }
  const double rounds = Radix == by_ports ? rounds_on_ports(s) : messages;
  return {.rounds = rounds, .bytes = rounds * s.bytes, .reduced = reductions * s.bytes};
}

template <int Radix>
constexpr algorithm exscan_of_radix(std::string_view name, std::string_view summary) {
  return {
      .of = collective::exscan,
      .name = name,
      .summary = summary,
      .source = "Hillis, Steele 1986; Traeff, HPC lecture",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return exscan_radix(self, c.in, c.out, c.op, radix_on<Radix>(c.logp, self.size()));
          },
      .price = price_of_exscan<Radix>,
      .traits = {.bound = true, .same_for_elements = true},  // which process reduces most depends on p
  };
}

}  // namespace

extern const algorithm exscan_hillis_steele_radix3_entry = exscan_of_radix<3>(
    "hillis_steele_radix3", "distances 1, 2, 3, 6, 9, 18, ... for two ports: ceil(log3 p) rounds");
extern const algorithm exscan_hillis_steele_radix4_entry = exscan_of_radix<4>(
    "hillis_steele_radix4", "distances 1, 2, 3, 4, 8, 12, ... for three ports: ceil(log4 p) rounds");
extern const algorithm exscan_hillis_steele_ported_entry = exscan_of_radix<by_ports>(
    "hillis_steele_ported",
    "distances j (k + 1)^i, j = 1, ..., k, for the machine's k ports: ceil(log p) rounds to the base k + 1");

}  // namespace tutti
