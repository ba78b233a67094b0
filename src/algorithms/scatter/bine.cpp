// Scatter along a Bine tree: the range of ranks is halved, and the head of each half is a third of the half
// away from the other half, so that blocks go two thirds as far as along other binomial trees.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees: Enhancing
// Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311, for powers of two;
// the tree is that of gather.bine.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; irregular at worst 2 ceil(log2 p) - 1 start-ups and, with
// one giant block, ceil(log2 p) beta m. Any p, any root; always in rank order, so nothing is reordered at
// the root.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

extern const algorithm scatter_bine_entry{
    .of = collective::scatter,
    .name = "bine",
    .summary = "Bine tree: halves of the ranks, with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.side_by_side = true},
    .run = run_scatter<bine_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

extern const algorithm scatterv_bine_entry{
    .of = collective::scatterv,
    .name = "bine",
    .summary = "Bine tree: halves of the ranks, with near partners, subtrees' lengths first",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.side_by_side = true},
    .run = run_scatter<bine_tree, lengths_known_to::root>,
    .price = bound_of_tree,
    .traits = {.bound = true},
};

}  // namespace tutti
