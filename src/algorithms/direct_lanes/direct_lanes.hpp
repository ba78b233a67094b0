#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Direct lanes: between the nodes each two of them exchange one message, or the root's node sends one to each other, and
// the processes of a node share that work. So there is one step between the nodes, in which every process has about N / n
// messages, instead of log2 N steps in which one of n processes has one: the fewest start-ups in a row on nodes with many
// processes, for short vectors. Nodes may differ in their numbers of processes. Buffers and blocks are as in the
// collectives of the same name; without a map every process is a node.
task barrier_direct_lanes(process& self, const node_map* nodes);
task bcast_direct_lanes(process& self, buffer data, int root, const node_map* nodes);
task allgather_direct_lanes(process& self, const_buffer in, blocks recv, const node_map* nodes);
/// For commutative operators.
task reduce_direct_lanes(process& self, const_buffer in, buffer out, operation op, int root,
                         const node_map* nodes);
/// For commutative operators: by parts, for vectors of middle length. Unequal nodes: the hierarchical one.
task allreduce_direct_parts(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);

// For consecutive ranks on the nodes or, but for the scans, operators that commute.
task allreduce_direct_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task scan_direct_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task exscan_direct_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);

extern const algorithm barrier_direct_lanes_entry, bcast_direct_lanes_entry, allgather_direct_lanes_entry,
    reduce_direct_lanes_entry, allreduce_direct_lanes_entry, allreduce_direct_parts_entry,
    scan_direct_lanes_entry, exscan_direct_lanes_entry, alltoallv_direct_lanes_entry,
    alltoallw_direct_lanes_entry;

}  // namespace tutti
