#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Allgather: block `in` of each process to block recv[rank] of all. All know all lengths, which may differ.
task allgather_bruck(process& self, const_buffer in, blocks recv);

extern const algorithm allgather_bruck_entry;
extern const algorithm allgatherv_bruck_entry;

}  // namespace tutti
