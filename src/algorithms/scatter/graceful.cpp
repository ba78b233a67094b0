// Irregular scatter that degrades gracefully: the tree of gatherv.graceful, from the root on. The root serves those first
// who have most to pass on.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018,
// section 3 names it, after Traeff, "Hierarchical gather/scatter algorithms with graceful degradation", 2004.
// Cost: see gatherv.graceful; the construction comes before the data.
// Requires: nothing, as scatterv.linear_time.

#include "algorithms/gather/linear_time.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {

const algorithm scatterv_graceful_entry{
    .of = collective::scatterv,
    .name = "graceful",
    .summary = "linear_time for small blocks, straight from the root for large ones",
    .source = "Traeff 2018, 2004",
    .needs = {.direct = true},
    .run =
        [](process& self, const call& c) {
          const tree_rule rule{.who = tree_rule::receiver::larger, .direct = c.direct};
          return scatter_on_cubes(self, {c.send}, c.out, c.root, rule);
        },
    .price = bound_of_graceful,
    .bound = true,
    .on_network = traffic::direct,  // what is long
};

}  // namespace tutti
