// Gather along a 4-nomial tree, numbered in pre-order and shifted to the root, for processes with three
// ports: the three children of a level are received at once.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees".
// Cost: with three ports ceil(log4 p) rounds; with one port 3 alpha for each digit of p - 1 in base 4 but the
// first, and as many alpha as the first digit; (p - 1)/p beta m. Any p, any root; the root reorders as in
// gather.binomial.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"

namespace tutti {

// v = rank counted from the root. Its lowest digit in base 4 that is not 0 leads to its parent (put a 0
// there); with d the digit's weight its children are v + w, v + 2 w, v + 3 w for w = 1, 4, 16, ... below d,
// each the root of w ranks.
gather_place knomial_tree(int rank, int p, int root) {
  gather_place at;
  at.ports = 3;
  const int v = relative_rank(rank, root, p);
  int weight = 1;
  for (; weight < p && v / weight % 4 == 0; weight *= 4)
    for (int z = 1; z < 4 && v + z * weight < p; ++z)
      at.add(absolute_rank(v + z * weight, root, p), std::min(weight, p - v - z * weight));
  if (v > 0) at.parent = absolute_rank(v - v / weight % 4 * weight, root, p);
  return at;
}

cost price_of_knomial_tree(const shape& s) noexcept {
  cost c;
  if (s.bytes <= 0) return c;
  for (int weight = 1; weight < s.p; weight *= 4) c.rounds += std::min(3, (s.p - 1) / weight);
  c.bytes = s.bytes * (s.p - 1) / s.p;
  return c;
}

double startups_of_irregular_knomial(const shape& s) noexcept {
  const double in_tree = price_of_knomial_tree({.p = s.p, .bytes = 1}).rounds;
  return 3 * in_tree + (s.bytes > s.straight_beyond ? s.p - 1 : 0);
}

extern const algorithm gather_knomial_entry{
    .of = collective::gather,
    .name = "knomial",
    .summary = "4-nomial tree in pre-order, shifted to the root, three ports",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_gather<knomial_tree, lengths_known_to::all>,
    .price = price_of_knomial_tree,
};

}  // namespace tutti
