// Irregular scatter that degrades gracefully: the tree of gatherv.tree_and_star, from the root on. The root
// first serves the processes that have most to pass on.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, section 3 names it, after Traeff, "Hierarchical gather/scatter algorithms with
// graceful degradation", 2004.
// Cost: see gatherv.tree_and_star; the construction precedes the data. For equal blocks there is no
// construction.
// Requires: nothing, as scatterv.linear_time.

#include "algorithms/gather/linear_time.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

extern const algorithm scatter_tree_and_star_entry{
    .of = collective::scatter,
    .name = "tree_and_star",
    .summary = "a tree on cubes of small blocks, straight from the root for what is long",
    .source = "Traeff 2004, 2018",
    .needs = {.straight = true},
    .run =
        [](process& self, const call& c) {
          return scatter_on_cubes(self, {c.send}, c.out,
                                  {c.root, rule_of_lemma_4(c.straight_beyond), lengths_known_to::all});
        },
    .price = bound_of_tree_and_star,
    .traits = {.on_network = traffic::direct,  // of long blocks
               .bound = true},
};

extern const algorithm scatterv_tree_and_star_entry{
    .of = collective::scatterv,
    .name = "tree_and_star",
    .summary = "linear_time_packed's tree for small blocks, straight from the root for large ones",
    .source = "Traeff 2018, 2004",
    .needs = {.straight = true},
    .run =
        [](process& self, const call& c) {
          return scatter_on_cubes(self, {c.send}, c.out, {c.root, rule_of_lemma_4(c.straight_beyond)});
        },
    .price = [](const shape& s) { return bound_of_tree_and_star(s) + cost{.bytes = bytes_of_rows(s.p)}; },
    .traits = {.on_network = traffic::direct,  // of long blocks
               .bound = true},
};

}  // namespace tutti
