// Gather along an r-nomial tree, numbered in pre-order and shifted to the root, for processes with r - 1
// ports. A process receives from all its children of one level at the same time.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees".
// Cost: with r - 1 ports ceil(log_r p) rounds; with one port r - 1 alpha for each digit of p - 1 in base r
// but the first, and as many alpha as the first digit; (p - 1)/p beta m. Any p, any root; the root reorders
// as in gather.binomial.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"

namespace tutti {

// v = rank counted from the root. Its lowest digit in base r that is not 0 leads to its parent (put a 0
// there); with d the digit's weight its children are v + w, ..., v + (r - 1) w for w = 1, r, r^2, ... below
// d, each the root of w ranks.
template <int Radix>
gather_place knomial_tree(int rank, int p, int root) {
  static_assert(2 <= Radix && Radix <= gather_place::most_ports + 1);
  gather_place at;
  at.ports = Radix - 1;
  const int v = relative_rank(rank, root, p);
  int weight = 1;
  for (; weight < p && v / weight % Radix == 0; weight *= Radix)
    for (int z = 1; z < Radix && v + z * weight < p; ++z)
      at.add(absolute_rank(v + z * weight, root, p), std::min(weight, p - v - z * weight));
  if (v > 0) at.parent = absolute_rank(v - v / weight % Radix * weight, root, p);
  return at;
}
template gather_place knomial_tree<3>(int, int, int);
template gather_place knomial_tree<4>(int, int, int);

template <int Radix>
cost price_of_knomial_tree(const shape& s) noexcept {
  cost c;
  if (s.bytes <= 0) return c;
  for (int weight = 1; weight < s.p; weight *= Radix) c.rounds += std::min(Radix - 1, (s.p - 1) / weight);
  c.bytes = s.bytes * (s.p - 1) / s.p;
  return c;
}
template cost price_of_knomial_tree<3>(const shape&) noexcept;
template cost price_of_knomial_tree<4>(const shape&) noexcept;

template <int Radix>
double startups_of_irregular_knomial(const shape& s) noexcept {
  const double in_tree = price_of_knomial_tree<Radix>({.p = s.p, .bytes = 1}).rounds;
  return 3 * in_tree + (s.bytes > s.straight_beyond ? s.p - 1 : 0);
}
template double startups_of_irregular_knomial<3>(const shape&) noexcept;
template double startups_of_irregular_knomial<4>(const shape&) noexcept;

namespace {

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::gather,
      .name = name,
      .summary = summary,
      .source = "folklore; Traeff, HPC lecture",
      .needs = {.side_by_side = true},
      .run = run_gather<knomial_tree<Radix>, lengths_known_to::all>,
      .price = price_of_knomial_tree<Radix>,
  };
}

}  // namespace

extern const algorithm gather_knomial3_entry =
    entry<3>("knomial3", "3-nomial tree in pre-order, shifted to the root, two ports");
extern const algorithm gather_knomial_entry =
    entry<4>("knomial", "4-nomial tree in pre-order, shifted to the root, three ports");

}  // namespace tutti
