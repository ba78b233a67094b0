#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Node pairs: each two nodes exchange one message, or the root's node sends one to each other node, and the
// processes of a node share these messages. So there is one step between the nodes, in which every process
// has about N / n messages, instead of log2 N steps in which one of n processes has one. This makes the
// fewest successive start-ups on nodes with many processes, for short vectors. Nodes may differ in their
// numbers of processes. Buffers and blocks are as in the collectives of the same name; without a map every
// process is a node.
task barrier_node_pairs(process& self, const node_map* nodes);
task bcast_node_pairs(process& self, buffer data, int root, const node_map* nodes);
task allgather_node_pairs(process& self, const_buffer in, blocks recv, const node_map* nodes);
/// For commutative operators.
task reduce_node_pairs(process& self, const_buffer in, buffer out, operation op, int root,
                       const node_map* nodes);
/// For commutative operators: by parts, for vectors of middle length. Unequal nodes: allreduce_leaders().
task allreduce_node_pairs_in_parts(process& self, const_buffer in, buffer out, operation op,
                                   const node_map* nodes);

// For consecutive ranks on the nodes; the allreduce also for operators that commute.
task allreduce_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task scan_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task exscan_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);

}  // namespace tutti
