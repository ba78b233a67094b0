// Gather along an r-nomial tree, numbered in pre-order and shifted to the root, for processes with r - 1
// ports. A process receives from all its children of one level at the same time.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees".
// Cost: with r - 1 ports ceil(log_r p) rounds; with one port r - 1 alpha for each digit of p - 1 in base r
// but the first, and as many alpha as the first digit; (p - 1)/p beta m. Any p, any root; the root reorders
// as in gather.binomial.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"
#include "algorithms/shapes/radix.hpp"

namespace tutti {

// v = rank counted from the root. Its lowest digit in base r that is not 0 leads to its parent (put a 0
// there); with d the digit's weight its children are v + w, ..., v + (r - 1) w for w = 1, r, r^2, ... below
// d, each the root of w ranks.
gather_place knomial_tree(int rank, int p, int root, int radix) {
  const int v = relative_rank(rank, root, p);
  int end = 1, levels = 0;
  for (; end < p && v / end % radix == 0; end = next_power(end, radix, p)) ++levels;
  gather_place at((radix - 1) * levels);
  for (int weight = 1; weight < end; weight = next_power(weight, radix, end))
    for (int z = 1; z < radix && v + z * weight < p; ++z)
      at.add(absolute_rank(v + z * weight, root, p), std::min(weight, p - v - z * weight));
  at.ports = std::clamp(at.children, 1, radix - 1);
  if (v > 0) at.parent = knomial_parent(rank, p, root, radix);
  return at;
}

int knomial_parent(int rank, int p, int root, int radix) {
  const int v = relative_rank(rank, root, p);
  int weight = 1;
  while (v / weight % radix == 0) weight *= radix;
  return absolute_rank(v - v / weight % radix * weight, root, p);
}

namespace {

// The first message of a level is the longest.
cost price_on_ports(const shape& s) noexcept {
  cost c;
  const int radix = radix_on<by_ports>(s.logp, s.p);
  for (int weight = 1; weight < s.p; weight = next_power(weight, radix, s.p))
    c.bytes += s.in_blocks(std::min(weight, s.p - weight));
  c.rounds = rounds_on_ports(s);
  return c;
}

}  // namespace

cost price_of_knomial_tree(const shape& s, int radix) noexcept {
  cost c;
  if (s.bytes <= 0) return c;
  if (radix == by_ports) return price_on_ports(s);
  for (int weight = 1; weight < s.p; weight = next_power(weight, radix, s.p))
    c.rounds += std::min(radix - 1, (s.p - 1) / weight);
  c.bytes = s.bytes * (s.p - 1) / s.p;
  return c;
}

double startups_of_irregular_knomial(const shape& s, int radix) noexcept {
  const double in_tree = price_of_knomial_tree({.p = s.p, .bytes = 1}, radix).rounds;
  return 3 * in_tree + (s.bytes > s.straight_beyond ? s.p - 1 : 0);
}

namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::gather,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.side_by_side = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            const int p = self.size(), radix = radix_on<Radix>(c.logp, p);
            return gather_along(self, c.in, c.recv, c.root, knomial_tree(self.rank(), p, c.root, radix),
                                lengths_known_to::all);
          },
      .price = price_of_knomial<Radix>,
  };
}

}  // namespace

extern const algorithm gather_knomial3_entry =
    entry<3>("knomial3", "3-nomial tree in pre-order, shifted to the root, two ports");
extern const algorithm gather_knomial_entry =
    entry<4>("knomial", "4-nomial tree in pre-order, shifted to the root, three ports");
extern const algorithm gather_knomial_ported_entry = entry<by_ports>(
    "knomial_ported", "(k + 1)-nomial tree in pre-order, shifted to the root, the machine's k ports");

}  // namespace tutti
