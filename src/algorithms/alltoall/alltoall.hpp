#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Alltoall: block send[j] of process i to block recv[i] of process j. Blocks may differ in length and layout,
// sender and receiver of a block both know its length: one text serves alltoall, alltoallv and alltoallw.
task alltoall_direct(process& self, const_blocks send, blocks recv);

extern const algorithm alltoall_direct_entry;
extern const algorithm alltoallv_direct_entry;
extern const algorithm alltoallw_direct_entry;

}  // namespace tutti
