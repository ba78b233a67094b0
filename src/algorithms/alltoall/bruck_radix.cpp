// Alltoall on the circulant graph without rotations, by the digits of distances in a number system of any
// radix: few rounds with much data (radix 2), or more rounds with less (radix r: each block travels at most
// log_r p times).
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; Traeff, Rougier, Hunold, ICS 2014.
// Cost: at most (r - 1) ceil(log_r p) rounds, ceil(log_r p) with r - 1 ports; beta m/p times the digits other
// than 0 of 0, ..., p - 1. Any p, any layout. Every block is copied into and out of each combined message in
// which it travels, and not otherwise.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {
namespace {

constexpr std::string_view source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997; Traeff, Rougier, Hunold 2014";

// Runs in the radix in which `digits` digits are enough.
task with_digits(process& self, const call& c, int digits) {
  return alltoall_bruck_radix(self, c.send, c.recv, root_radix(self.size(), digits));
}

// On the machine's ports, the messages of a digit are under way at once. That of value 1 is the longest.
cost price_on_ports(const shape& s) {
  cost c;
  if (s.bytes <= 0) return c;
  const int radix = radix_on<by_ports>(s.logp, s.p);
  for (int weight = 1; weight < s.p; weight = next_power(weight, radix, s.p)) {
    const double bytes = s.bytes / s.p * static_cast<double>(blocks_with_digit(s.p, radix, weight, 1));
    c.bytes += bytes;
    c.link_bytes += s.per_node * bytes;
  }
  c.rounds = rounds_on_ports(s);
  return c;
}

}  // namespace

task alltoall_bruck_radix(process& self, const_blocks send, blocks recv, int radix) {
  return alltoall_by_digits(self, send, recv, radix, along_ring);
}

extern const algorithm alltoall_bruck_unrotated_entry{
    .of = collective::alltoall,
    .name = "bruck_unrotated",
    .summary = "circulant graph, combined messages, no rotations",
    .source = source,
    .run = [](process& self, const call& c) { return alltoall_bruck_radix(self, c.send, c.recv, 2); },
    .price = [](const shape& s) { return price_by_digits(s, 2); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_radix4_entry{
    .of = collective::alltoall,
    .name = "bruck_radix4",
    .summary = "circulant graph, combined messages, distances in base 4",
    .source = source,
    .run = [](process& self, const call& c) { return alltoall_bruck_radix(self, c.send, c.recv, 4); },
    .price = [](const shape& s) { return price_by_digits(s, 4); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_ported_entry{
    .of = collective::alltoall,
    .name = "bruck_ported",
    .summary = "circulant graph, combined messages, distances in base k + 1 for the machine's k ports",
    .source = source,
    .needs = {.ports = true},
    .run =
        [](process& self, const call& c) {
          return alltoall_bruck_radix(self, c.send, c.recv, radix_on<by_ports>(c.logp, self.size()));
        },
    .price = price_on_ports,
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_three_digits_entry{
    .of = collective::alltoall,
    .name = "bruck_three_digits",
    .summary =
        "circulant graph, combined messages, distances in base cbrt(p): no block travels more than thrice",
    .source = source,
    .run = [](process& self, const call& c) { return with_digits(self, c, 3); },
    .price = [](const shape& s) { return price_by_digits(s, root_radix(s.p, 3)); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_bruck_two_digits_entry{
    .of = collective::alltoall,
    .name = "bruck_two_digits",
    .summary =
        "circulant graph, combined messages, distances in base sqrt(p): no block travels more than twice",
    .source = source,
    .run = [](process& self, const call& c) { return with_digits(self, c, 2); },
    .price = [](const shape& s) { return price_by_digits(s, root_radix(s.p, 2)); },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
