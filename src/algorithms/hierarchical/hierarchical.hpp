#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Hierarchical collectives: on the nodes and between their leaders, of whom one a node speaks for it, so that each
// byte crosses the link of a node once. Nodes may differ in their numbers of processes. Buffers and blocks are as in
// the collectives of the same name; without a map every process is a node.
task bcast_hierarchical(process& self, buffer data, int root, int pieces, const node_map* nodes);
task reduce_hierarchical(process& self, const_buffer in, buffer out, operation op, int root,
                         const node_map* nodes);
task allreduce_hierarchical(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task allgather_hierarchical(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
/// Blocks of any lengths, which all know.
task allgatherv_hierarchical(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
task alltoall_hierarchical(process& self, const_blocks send, blocks recv, const node_map* nodes);
task gather_hierarchical(process& self, const_buffer in, blocks recv, int root, const node_map* nodes);
task scatter_hierarchical(process& self, const_blocks send, buffer out, int root, const node_map* nodes);
/// Straight between the root and the other nodes' leaders.
task gather_hierarchical_star(process& self, const_buffer in, blocks recv, int root, const node_map* nodes);
task scatter_hierarchical_star(process& self, const_blocks send, buffer out, int root, const node_map* nodes);
task scan_hierarchical(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task exscan_hierarchical(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
/// As the two before, pipelined.
task scan_pipelined(process& self, const_buffer in, buffer out, operation op, int pieces,
                    const node_map* nodes);
task exscan_pipelined(process& self, const_buffer in, buffer out, operation op, int pieces,
                      const node_map* nodes);
/// Blocks of any lengths, which all know.
task reduce_scatter_hierarchical(process& self, const_blocks send, buffer out, operation op,
                                 const node_map* nodes);

/// Blocks of any lengths, which the root and the owner know; longer ones than `direct` bytes go straight.
task gatherv_hierarchical(process& self, const_buffer in, blocks recv, int root, const node_map* nodes,
                          std::size_t direct);
task scatterv_hierarchical(process& self, const_blocks send, buffer out, int root, const node_map* nodes,
                           std::size_t direct);

/// Blocks of equal length.
task reduce_scatter_block_hierarchical(process& self, const_blocks send, buffer out, operation op,
                                       const node_map* nodes);

extern const algorithm bcast_hierarchical_entry, reduce_hierarchical_entry, allreduce_hierarchical_entry,
    allgather_hierarchical_entry, allgatherv_hierarchical_entry, alltoall_hierarchical_entry,
    gather_hierarchical_entry, scatter_hierarchical_entry, scan_hierarchical_entry, exscan_hierarchical_entry,
    reduce_scatter_hierarchical_entry, reduce_scatter_block_hierarchical_entry, gatherv_hierarchical_entry,
    scatterv_hierarchical_entry, scan_pipelined_entry, exscan_pipelined_entry, gather_hierarchical_star_entry,
    scatter_hierarchical_star_entry;

}  // namespace tutti
