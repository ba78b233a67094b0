// Gather along a binomial tree, numbered in pre-order and shifted to the root.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree gather in rounds" and "... with root != 0".
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; irregular at worst 2 ceil(log2 p) - 1 start-ups and, with
// one giant block, ceil(log2 p) beta m. Any p, any root; where a subtree goes past the last process the
// root reorders it.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"

namespace tutti {

// v = rank counted from the root. Its lowest set bit d leads to its parent and bounds its subtree v .. v + d
// - 1; its children are v + 1, v + 2, v + 4, ... below v + d, the subtree of v + b being v + b .. v + 2b - 1
// (if below p).
gather_place binomial_tree(int rank, int p, int root) {
  gather_place at(ceil_log2(p));
  const int v = relative_rank(rank, root, p);
  int bit = 1;
  for (; bit < p && (v & bit) == 0; bit *= 2)
    if (v + bit < p) at.add(absolute_rank(v + bit, root, p), std::min(bit, p - v - bit));
  if (v > 0) at.parent = absolute_rank(v - bit, root, p);
  return at;
}

task gather_binomial(process& self, const_buffer in, blocks recv, int root) {
  return gather_along(self, in, recv, root, binomial_tree(self.rank(), self.size(), root),
                      lengths_known_to::all);
}

task gatherv_binomial(process& self, const_buffer in, blocks recv, int root) {
  return gather_along(self, in, recv, root, binomial_tree(self.rank(), self.size(), root),
                      lengths_known_to::root);
}

extern const algorithm gather_binomial_entry{
    .of = collective::gather,
    .name = "binomial",
    .summary = "binomial tree in pre-order, shifted to the root",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_gather<binomial_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

extern const algorithm gatherv_binomial_entry{
    .of = collective::gatherv,
    .name = "binomial",
    .summary = "binomial tree that looks at no length, subtrees' lengths first",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_gather<binomial_tree, lengths_known_to::root>,
    .price = bound_of_tree,
    .traits = {.bound = true},
};

}  // namespace tutti
