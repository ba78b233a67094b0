// Scatter along a binomial tree, numbered in pre-order and shifted to the root.
// Source: Traeff, HPC lecture "Collectives", "Binomial gather/scatter with root != 0".
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; irregular at worst 2 ceil(log2 p) - 1 start-ups and, with
// one giant block, ceil(log2 p) beta m. Any p, any root; where a subtree goes past the last process the
// root reorders it. The tree is that of gather.binomial.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

task scatter_binomial(process& self, const_blocks send, buffer out, int root) {
  return scatter_along(self, send, out, root, binomial_tree(self.rank(), self.size(), root),
                       lengths_known_to::all);
}

task scatterv_binomial(process& self, const_blocks send, buffer out, int root) {
  return scatter_along(self, send, out, root, binomial_tree(self.rank(), self.size(), root),
                       lengths_known_to::root);
}

extern const algorithm scatter_binomial_entry{
    .of = collective::scatter,
    .name = "binomial",
    .summary = "binomial tree in pre-order, shifted to the root",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_scatter<binomial_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

extern const algorithm scatterv_binomial_entry{
    .of = collective::scatterv,
    .name = "binomial",
    .summary = "binomial tree that looks at no length, subtrees' lengths first",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_scatter<binomial_tree, lengths_known_to::root>,
    .price = bound_of_tree,
    .traits = {.bound = true},
};

}  // namespace tutti
