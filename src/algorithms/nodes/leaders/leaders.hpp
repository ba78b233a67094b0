#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// Hierarchical collectives: on the nodes and between their leaders, one process of each node, so that each
// byte crosses the link of a node once. Nodes may differ in their numbers of processes. Buffers and blocks
// are as in the collectives of the same name; without a map every process is a node.
task bcast_leaders(process& self, buffer data, int root, int pieces, const node_map* nodes);
task reduce_leaders(process& self, const_buffer in, buffer out, operation op, int root,
                    const node_map* nodes);
task allreduce_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task allgather_leaders(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
/// Blocks of any lengths, which all processes know.
task allgatherv_leaders(process& self, const_buffer in, blocks recv, int pieces, const node_map* nodes);
task alltoall_leaders(process& self, const_blocks send, blocks recv, const node_map* nodes);
task gather_leaders(process& self, const_buffer in, blocks recv, int root, const node_map* nodes);
task scatter_leaders(process& self, const_blocks send, buffer out, int root, const node_map* nodes);
/// Straight between the root and the other nodes' leaders.
task gather_leaders_star(process& self, const_buffer in, blocks recv, int root, const node_map* nodes);
task scatter_leaders_star(process& self, const_blocks send, buffer out, int root, const node_map* nodes);
task scan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
task exscan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes);
/// The parts of a scan or exscan; the last one is the scan or exscan on each node. `pieces` is for pipelined
/// parts.
struct scan_parts {
  task (*reduce)(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
  task (*exscan_between)(process& self, const_buffer in, buffer out, operation op, int pieces);
  task (*scan)(process& self, const_buffer in, buffer out, operation op, int pieces);
  bool exclusive;
};
task scan_of_parts(process& self, const_buffer in, buffer out, operation op, int pieces,
                   const node_map* nodes, scan_parts parts);
/// The same with pipelined parts.
task scan_pipelined_leaders(process& self, const_buffer in, buffer out, operation op, int pieces,
                            const node_map* nodes);
task exscan_pipelined_leaders(process& self, const_buffer in, buffer out, operation op, int pieces,
                              const node_map* nodes);
/// Blocks of any lengths, which all processes know.
task reduce_scatter_leaders(process& self, const_blocks send, buffer out, operation op,
                            const node_map* nodes);

/// Blocks of any lengths, which the root and the owner know; longer ones than `direct` bytes go straight.
task gatherv_leaders(process& self, const_buffer in, blocks recv, int root, const node_map* nodes,
                     std::size_t direct);
task scatterv_leaders(process& self, const_blocks send, buffer out, int root, const node_map* nodes,
                      std::size_t direct);

/// Blocks of equal length.
task reduce_scatter_block_leaders(process& self, const_blocks send, buffer out, operation op,
                                  const node_map* nodes);

extern const algorithm bcast_leaders_entry, reduce_leaders_entry, allreduce_leaders_entry,
    allgather_leaders_entry, allgatherv_leaders_entry, alltoall_leaders_entry, gather_leaders_entry,
    scatter_leaders_entry, scan_leaders_entry, exscan_leaders_entry, reduce_scatter_leaders_entry,
    reduce_scatter_block_leaders_entry;

}  // namespace tutti
