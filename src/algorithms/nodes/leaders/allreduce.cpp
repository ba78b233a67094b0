// Hierarchical allreduce: reduction on each node to its leader, allreduce among the leaders, broadcast on
// each node.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: 2 ceil(log2 n) rounds on the nodes, log2 N between them for a power of two,
// otherwise two more than floor(log2 N); each of alpha + beta m. Any p, any nodes; the vector is never cut.
// Requires: consecutive ranks on the nodes, or an operator that commutes.

#include "algorithms/allreduce/allreduce.hpp"

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {

task allreduce_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  co_await reduce_binomial(node, in, out, op, 0);
  if (h.leads()) {
    group leaders = h.leaders();
    co_await allreduce_recursive_doubling(leaders, out, out, op);
  }
  co_await bcast_binomial(node, out, 0);
}

extern const algorithm allreduce_leaders_entry{
    .of = collective::allreduce,
    .name = "leaders",
    .summary = "reduce on each node, hypercube between them, broadcast on each; in rank order",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .node_order = true},
    .run = [](process& self, const call& c) { return allreduce_leaders(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          return price_on_node(reduce_binomial_entry, s, s.bytes) +
                 price_of_leaders(allreduce_recursive_doubling_entry, s, s.bytes) +
                 price_on_node(bcast_binomial_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node, .same_for_elements = true},
};

}  // namespace tutti
