// Irregular gather that degrades gracefully: a tree for small blocks, a star for large ones, and what is best for each
// part of the ranks where lengths differ. Of two neighbouring cubes the one with less data sends to the other, or, if
// that is more than call::direct, straight to the root: passing it on would take longer than a start-up of the root.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018,
// section 3 names it, after Traeff, "Hierarchical gather/scatter algorithms with graceful degradation", 2004.
// Cost: see docs/irregular.md. No process waits for more than ceil(log2 p) (alpha + beta call::direct) before the root has
// something to receive, and each additional start-up of the root comes with more than call::direct bytes.
// Of equal blocks no process has to be told, so the gather is the same without the construction.
// Requires: nothing, as gatherv.linear_time.

#include "algorithms/gather/graceful.hpp"

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/linear_time.hpp"

namespace tutti {

const algorithm gather_graceful_entry{
    .of = collective::gather,
    .name = "graceful",
    .summary = "a tree on cubes of small blocks, straight to the root for what is long",
    .source = "Traeff 2004, 2018",
    .needs = {.direct = true},
    .run =
        [](process& self, const call& c) {
          const tree_rule rule{.who = tree_rule::receiver::larger, .direct = c.direct};
          return gather_on_cubes(self, c.in, {c.recv}, c.root, rule, lengths_known_to::all);
        },
    .price = bound_of_graceful,
    .bound = true,
    .on_network = traffic::direct,  // what is long
    .estimate =
        [](const shape& s, const message_costs& on) {
          if (s.bytes <= 0) return 0.0;
          const cluster_machine& m = on.at(s.bytes / s.p);
          if (!m.overlaps()) return bound_of_graceful(s).seconds(s.nodes == 1 ? m.within : m.between);
          const graceful_cubes cubes(s, on);
          return std::max(cubes.plan, cubes.within) + (s.nodes == 1
                                                           ? within(on, cubes.others, cubes.bytes)
                                                           : star_back(on, cubes.others, cubes.bytes));
        },
};

const algorithm gatherv_graceful_entry{
    .of = collective::gatherv,
    .name = "graceful",
    .summary = "linear_time for small blocks, straight to the root for large ones",
    .source = "Traeff 2018, 2004",
    .needs = {.direct = true},
    .run =
        [](process& self, const call& c) {
          const tree_rule rule{.who = tree_rule::receiver::larger, .direct = c.direct};
          return gather_on_cubes(self, c.in, {c.recv}, c.root, rule);
        },
    .price = bound_of_graceful,
    .bound = true,
    .on_network = traffic::direct,  // what is long
};

}  // namespace tutti
