// Allreduce = Reduce + Broadcast along a binary tree of nodes and a binary tree on each node,
// pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "Pipelined binary tree" and "Hierarchical collectives".
// Cost: that of reduce.node_tree and of bcast.node_tree. Any p, any nodes.
// Requires: consecutive ranks on the nodes, or an operator that commutes.

#include "algorithms/allreduce/allreduce.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/tree/costs.hpp"
#include "algorithms/nodes/tree/tree.hpp"

namespace tutti {
namespace {

// A root in the middle, with which the two trees are least deep.
int middle(const process& self, const node_map* nodes) {
  return nodes ? nodes->members(nodes->nodes() / 2).front() : self.size() / 2;
}

}  // namespace

task allreduce_node_tree(process& self, const_buffer in, buffer out, operation op, int pieces,
                         const node_map* nodes) {
  const int root = middle(self, nodes);
  co_await reduce_node_tree(self, in, out, op, root, pieces, nodes);
  co_await bcast_node_tree(self, out, root, pieces, nodes);
}

extern const algorithm allreduce_node_tree_entry{
    .of = collective::allreduce,
    .name = "node_tree",
    .summary = "up and then down a binary tree of nodes and one on each, pipelined",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return allreduce_node_tree(self, c.in, c.out, c.op, c.pieces, c.nodes); },
    .price = [](const shape& s) { return reduce_node_tree_entry.price(s) + bcast_node_tree_entry.price(s); },
    .stages =
        [](int p) {
          const pipeline once = stages_of_node_tree({.p = p});
          return pipeline{.fill = 2 * once.fill, .interval = 2 * once.interval};
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // of reduce_node_tree and bcast_node_tree
};

}  // namespace tutti
