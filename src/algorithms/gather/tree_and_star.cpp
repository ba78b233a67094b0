// Irregular gather that degrades gracefully: a tree for small blocks, a star for large ones, and the better
// one for each part of the ranks if lengths differ. Of two neighbouring cubes the one with less data sends to
// the other, or, if its data are more than call::straight_beyond, straight to the root: passing them on would
// take longer than a start-up of the root.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, section 3 names it, after Traeff, "Hierarchical gather/scatter algorithms with
// graceful degradation", 2004.
// Cost: see docs/irregular.md. No process waits for more than ceil(log2 p) (alpha + beta
// call::straight_beyond) before the root has something to receive, and each additional start-up of the root
// transfers more than call::straight_beyond bytes. For equal blocks the gather is the same without the
// construction.
// Requires: nothing, as gatherv.linear_time.

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/linear_time.hpp"

namespace tutti {

extern const algorithm gather_tree_and_star_entry{
    .of = collective::gather,
    .name = "tree_and_star",
    .summary = "a tree on cubes of small blocks, straight to the root for what is long",
    .source = "Traeff 2004, 2018",
    .needs = {.straight = true},
    .run =
        [](process& self, const call& c) {
          return gather_on_cubes(self, c.in, {c.recv},
                                 {c.root, rule_of_lemma_4(c.straight_beyond), lengths_known_to::all});
        },
    .price = bound_of_tree_and_star,
    .traits = {.on_network = traffic::direct,  // of long blocks
               .bound = true},
};

extern const algorithm gatherv_tree_and_star_entry{
    .of = collective::gatherv,
    .name = "tree_and_star",
    .summary = "linear_time_packed's tree for small blocks, straight to the root for large ones",
    .source = "Traeff 2018, 2004",
    .needs = {.straight = true},
    .run =
        [](process& self, const call& c) {
          return gather_on_cubes(self, c.in, {c.recv}, {c.root, rule_of_lemma_4(c.straight_beyond)});
        },
    .price = bound_of_tree_and_star,
    .traits = {.on_network = traffic::direct,  // of long blocks
               .bound = true},
};

}  // namespace tutti
