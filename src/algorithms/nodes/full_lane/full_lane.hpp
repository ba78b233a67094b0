#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Full-lane collectives: every process of a node takes part between the nodes, with an n-th of the data, on
// its lane: the processes at the same place of all nodes. All links of a node are used, each byte crosses
// them once, and no process waits for a leader. Nodes of different sizes have no lanes: there the collective
// of the same name by leaders runs. Buffers and blocks are as in the collectives of the same name; without a
// map every process is a node.
task barrier_full_lane(process& self, const node_map* nodes);
task bcast_full_lane(process& self, buffer data, int root, int pieces, const node_map* nodes);
task allgather_full_lane(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
/// Blocks of any lengths, which all processes know.
task allgatherv_full_lane(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
task gather_full_lane(process& self, const_buffer in, blocks recv, int root, const node_map* nodes);
task scatter_full_lane(process& self, const_blocks send, buffer out, int root, const node_map* nodes);
task alltoall_full_lane(process& self, const_blocks send, blocks recv, const node_map* nodes);

// For commutative operators.
task reduce_full_lane(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                      const node_map* nodes);
task allreduce_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
/// Blocks of any lengths, which all processes know.
task reduce_scatter_full_lane(process& self, const_blocks send, buffer out, operation op,
                              const node_map* nodes);
task reduce_scatter_block_full_lane(process& self, const_blocks send, buffer out, operation op,
                                    const node_map* nodes);
task scan_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task exscan_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);

}  // namespace tutti
