// Gather on a hypercube: along each dimension in turn, the half without the root sends its blocks to the
// other half.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Scatter and
// Gather".
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two; any root, without reordering, since
// subcubes of the lowest dimensions are consecutive ranks.

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"

namespace tutti {

gather_place hypercube_tree(int rank, int p, int root) {
  gather_place at(ceil_log2(p));
  // The lowest bit in which the rank differs from the root's is the dimension that leads to its parent.
  const int up = rank == root ? p : (rank ^ root) & -(rank ^ root);
  if (rank != root) at.parent = rank ^ up;
  for (int d = 1; d < up; d *= 2)
    at.add({.head = rank ^ d, .first = (rank ^ d) & -d, .count = d, .below = (rank & d) != 0});
  return at;
}

extern const algorithm gather_hypercube_entry{
    .of = collective::gather,
    .name = "hypercube",
    .summary = "hypercube, one half gives to the other",
    .source = "folklore; Grama, Gupta, Karypis, Kumar",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = run_gather<hypercube_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

}  // namespace tutti
