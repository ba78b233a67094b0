// Scatter on a hypercube: along each dimension in turn, the half with the root sends the other half its
// blocks.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Scatter and
// Gather", "Example of the Scatter Operation".
// Cost: log2 p alpha + (p - 1)/p beta m. Requires a power of two; any root, without reordering, since
// subcubes of the lowest dimensions are consecutive ranks. The tree is that of gather.hypercube.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

extern const algorithm scatter_hypercube_entry{
    .of = collective::scatter,
    .name = "hypercube",
    .summary = "hypercube, one half gives to the other",
    .source = "folklore; Grama, Gupta, Karypis, Kumar",
    .needs = {.power_of_two = true, .side_by_side = true},
    .run = run_scatter<hypercube_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

}  // namespace tutti
