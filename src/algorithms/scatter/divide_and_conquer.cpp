// Scatter by divide and conquer: halve the range of ranks, send the half without the root to a new root.
// Source: Traeff, HPC lecture "Collectives", "Binomial tree-like, divide-and-conquer scatter".
// The part with the root is the larger one. With the lecture's split, n = (e-s)/2, it may be the smaller one,
// and then the cost is higher: 2 alpha + beta m for p = 3, root 0.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; irregular at worst 2 ceil(log2 p) - 1 start-ups and, with
// one giant block, ceil(log2 p) beta m. Any p, any root; always in rank order, so nothing is reordered at
// the root. The tree is that of gather.divide_and_conquer.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

extern const algorithm scatter_divide_and_conquer_entry{
    .of = collective::scatter,
    .name = "divide_and_conquer",
    .summary = "halves of the ranks, in rank order for any root",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_scatter<halving_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

extern const algorithm scatterv_divide_and_conquer_entry{
    .of = collective::scatterv,
    .name = "divide_and_conquer",
    .summary = "halves of the ranks, in rank order for any root, subtrees' lengths first",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_scatter<halving_tree, lengths_known_to::root>,
    .price = bound_of_tree,
    .traits = {.bound = true},
};

}  // namespace tutti
