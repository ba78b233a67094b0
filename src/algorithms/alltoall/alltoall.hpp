#pragma once

#include "algorithms/alltoall/agreement.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Alltoall: block send[j] of process i to block recv[i] of process j. Blocks may differ in length and layout,
// sender and receiver of a block both know its length: one text serves alltoall, alltoallv and alltoallw.
task alltoall_direct(process& self, const_blocks send, blocks recv);
task alltoall_one_factor(process& self, const_blocks send, blocks recv);
task alltoall_one_factor_loops(process& self, const_blocks send, blocks recv);
task alltoall_batched(process& self, const_blocks send, blocks recv);
task alltoall_xor(process& self, const_blocks send, blocks recv);
/// `s` is the same on all processes.
task alltoall_agreed(process& self, const_blocks send, blocks recv, startups s);
/// Pads the blocks for other processes to `longest` bytes and combines them by digits. Leaves out this
/// process's own block.
task alltoall_padded(process& self, const_blocks send, blocks recv, std::size_t longest, int radix);

// The algorithms that combine blocks, all of equal length.
task alltoall_ring(process& self, const_blocks send, blocks recv, const node_map* nodes = nullptr);
task alltoall_mesh(process& self, const_blocks send, blocks recv);
task alltoall_hypercube(process& self, const_blocks send, blocks recv);
task alltoall_bruck(process& self, const_blocks send, blocks recv);
task alltoall_bruck_radix(process& self, const_blocks send, blocks recv, int radix);
task alltoall_bruck_datatypes(process& self, const_blocks send, blocks recv, int radix);
task alltoall_scatters(process& self, const_blocks send, blocks recv);
task alltoall_gathers(process& self, const_blocks send, blocks recv);

extern const algorithm alltoall_direct_entry;
extern const algorithm alltoall_batched_entry;
extern const algorithm alltoall_bruck_two_digits_entry;
extern const algorithm alltoallv_agreed_entry;

}  // namespace tutti
