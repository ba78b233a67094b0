#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Alltoall: block send[j] of process i to block recv[i] of process j. Blocks may differ in length and layout,
// sender and receiver of a block both know its length: one text serves alltoall, alltoallv and alltoallw.
task alltoall_direct(process& self, const_blocks send, blocks recv);
task alltoall_one_factor(process& self, const_blocks send, blocks recv);
task alltoall_one_factor_loops(process& self, const_blocks send, blocks recv);
task alltoall_batched(process& self, const_blocks send, blocks recv);
task alltoall_xor(process& self, const_blocks send, blocks recv);
/// `startup`: the bytes that travel during a start-up, the same on all processes.
task alltoall_agreed(process& self, const_blocks send, blocks recv, double startup);

// Those that combine blocks: all blocks are of equal length.
task alltoall_ring(process& self, const_blocks send, blocks recv);
task alltoall_mesh(process& self, const_blocks send, blocks recv);
task alltoall_hypercube(process& self, const_blocks send, blocks recv);
task alltoall_bruck(process& self, const_blocks send, blocks recv);
task alltoall_bruck_radix(process& self, const_blocks send, blocks recv, int radix);
task alltoall_bruck_datatypes(process& self, const_blocks send, blocks recv);
task alltoall_scatters(process& self, const_blocks send, blocks recv);
task alltoall_gathers(process& self, const_blocks send, blocks recv);

extern const algorithm alltoall_direct_entry, alltoallv_direct_entry, alltoallw_direct_entry;
extern const algorithm alltoall_one_factor_entry, alltoallv_one_factor_entry, alltoallw_one_factor_entry;
extern const algorithm alltoall_one_factor_loops_entry, alltoallv_one_factor_loops_entry,
    alltoallw_one_factor_loops_entry;
extern const algorithm alltoall_batched_entry, alltoallv_batched_entry, alltoallw_batched_entry;
extern const algorithm alltoall_xor_entry, alltoallv_xor_entry, alltoallw_xor_entry;
extern const algorithm alltoallv_agreed_entry, alltoallw_agreed_entry;
extern const algorithm alltoall_ring_entry, alltoall_mesh_entry, alltoall_hypercube_entry;
extern const algorithm alltoall_bruck_entry, alltoall_bruck_unrotated_entry, alltoall_bruck_datatypes_entry,
    alltoall_bruck_radix4_entry, alltoall_bruck_two_digits_entry;
extern const algorithm alltoall_scatters_entry, alltoall_gathers_entry;

}  // namespace tutti
