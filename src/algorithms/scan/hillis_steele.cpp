// Scan on r - 1 ports: before round k each process has the sum of its r^k nearest processes up to itself, and
// gets those of the processes r^k, ..., (r - 1) r^k before it. Radix r = 2, for one port, doubles.
// Source: Hillis, Steele, "Data parallel algorithms", 1986 (known before); Traeff, HPC lecture "Scan/Exscan
// in fully-connected networks". For several ports as Bruck, Ho, 1993.
// Cost: with r - 1 ports ceil(log_r p) (alpha + beta m); with one port a start-up for each distance j r^k <
// p, j < r. As many reductions. Any p; in rank order; the vector is never cut.

#include <algorithm>

#include "algorithms/scan/radix_round.hpp"
#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {

task scan_hillis_steele(process& self, const_buffer in, buffer out, operation op, int radix) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, out);
  const auto places = static_cast<std::size_t>(std::min(rank, radix - 1));
  const scratch received(self, places * in.count, *in.type);
  port_messages messages(radix - 1);
  for (int d = 1; d < p; d = next_power(d, radix, p)) {
    std::size_t arriving = 0;
    const std::span now = radix_round(messages.all(), self, d, out,
                                      [&] { return received.slice(arriving++ * in.count, in.count); });
    co_await self.together(now);
    for (std::size_t i = 0; i < arriving; ++i) self.reduce(op, received.slice(i * in.count, in.count), out);
  }
}

namespace {

template <int Radix>
cost price_of_doubling(const shape& s) {
  double messages = 0;
  const int radix = radix_on<Radix>(s.logp, s.p);
  for (int d = 1; d < s.p; d = next_power(d, radix, s.p)) messages += std::min(radix - 1, (s.p - 1) / d);
  const double rounds = Radix == by_ports ? rounds_on_ports(s) : messages;
  return {.rounds = rounds, .bytes = rounds * s.bytes, .reduced = messages * s.bytes};
}

template <int Radix>
constexpr algorithm doubling(std::string_view name, std::string_view summary) {
  return {
      .of = collective::scan,
      .name = name,
      .summary = summary,
      .source = "Hillis, Steele 1986; Traeff, HPC lecture",
      .needs = {.ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return scan_hillis_steele(self, c.in, c.out, c.op, radix_on<Radix>(c.logp, self.size()));
          },
      .price = price_of_doubling<Radix>,
      .traits = {.same_for_elements = true},
  };
}

}  // namespace

extern const algorithm scan_hillis_steele_entry =
    doubling<2>("hillis_steele", "distances 1, 2, 4, ...: ceil(log2 p) rounds");
extern const algorithm scan_hillis_steele_radix3_entry = doubling<3>(
    "hillis_steele_radix3", "distances 1, 2, 3, 6, 9, 18, ... for two ports: ceil(log3 p) rounds");
extern const algorithm scan_hillis_steele_radix4_entry = doubling<4>(
    "hillis_steele_radix4", "distances 1, 2, 3, 4, 8, 12, ... for three ports: ceil(log4 p) rounds");
extern const algorithm scan_hillis_steele_ported_entry = doubling<by_ports>(
    "hillis_steele_ported",
    "distances j (k + 1)^i, j = 1, ..., k, for the machine's k ports: ceil(log p) rounds to the base k + 1");

}  // namespace tutti
