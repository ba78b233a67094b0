// Hierarchical reduction: on each node to its leader, then among the leaders, the root being that of its own.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: (ceil(log2 n) + ceil(log2 N)) (alpha + (beta + gamma) m): at most one round
// more than ceil(log2 p). Any p, any root, any nodes; the vector is never cut.
// Requires: consecutive ranks on the nodes, or an operator that commutes.

#include "algorithms/reduce/reduce.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {

task reduce_leaders(process& self, const_buffer in, buffer out, operation op, int root,
                    const node_map* nodes) {
  const hierarchy h(self, nodes, root);
  const bool is_root = self.rank() == root;
  const scratch room(self, h.leads() && !is_root ? in.count : 0, *in.type);
  const buffer sum = is_root ? out : room.all();
  group node = h.own_node();
  co_await reduce_binomial(node, in, sum, op, h.leader());
  if (!h.leads()) co_return;
  group leaders = h.leaders();
  co_await reduce_binomial(leaders, sum, out, op, h.node_of(root));
}

extern const algorithm reduce_leaders_entry{
    .of = collective::reduce,
    .name = "leaders",
    .summary = "on each node, then between them: binomial trees in rank order",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return reduce_leaders(self, c.in, c.out, c.op, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          return price_on_node(reduce_binomial_entry, s, s.bytes) +
                 price_of_leaders(reduce_binomial_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node, .same_for_elements = true},
};

}  // namespace tutti
