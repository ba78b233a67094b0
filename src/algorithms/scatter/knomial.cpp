// Scatter along a 4-nomial tree, numbered in pre-order and shifted to the root, for processes with three
// ports: the three children of a level are sent to at once.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees".
// Cost: with three ports ceil(log4 p) rounds; with one port as gather.knomial, on the same tree. Any p, any
// root.

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

extern const algorithm scatter_knomial_entry{
    .of = collective::scatter,
    .name = "knomial",
    .summary = "4-nomial tree in pre-order, shifted to the root, three ports",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_scatter<knomial_tree, lengths_known_to::all>,
    .price = price_of_knomial_tree,
};

}  // namespace tutti
