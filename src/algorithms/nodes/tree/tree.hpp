#pragma once

#include "algorithms/nodes/tree/place.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Trees that know the nodes, pipelined: a binary tree of the nodes' leaders, and on each node a binary tree
// below its leader. Each byte crosses the link into a node once, and the nodes distribute (collect) one block
// while the next is on its way between them. Nodes may differ in their numbers of processes. Buffers are as
// in the collectives of the same name; without a map every process is a node.
task bcast_node_tree(process& self, buffer data, int root, int pieces, const node_map* nodes);

// For consecutive ranks on the nodes, or an operator that commutes.
task reduce_node_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                      const node_map* nodes);
task allreduce_node_tree(process& self, const_buffer in, buffer out, operation op, int pieces,
                         const node_map* nodes);

// The common part of these and of trees whose leaders are a chain. Over the links of a chain the data go
// once, not twice: for long vectors. The reduction along a chain needs an operator that commutes.
task bcast_below(process& self, buffer data, int root, int pieces, const node_map* nodes,
                 leaders_are connected);
task reduce_below(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                  const node_map* nodes, leaders_are connected);
cost price_of_reduce_below(const shape& s, leaders_are connected);

// For short vectors, not cut: the trees that are optimal on machine `on`. The reduction needs an operator
// that commutes.
task bcast_postal(process& self, buffer data, int root, const node_map* nodes, const loggp_levels& on);
task reduce_postal(process& self, const_buffer in, buffer out, operation op, int root, const node_map* nodes,
                   const loggp_levels& on);

extern const algorithm bcast_node_tree_entry, reduce_node_tree_entry;

}  // namespace tutti
