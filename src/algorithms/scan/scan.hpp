#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Scan: on each process the vectors of all processes up to it, combined in rank order in `out`. Exscan: of
// all before it; on process 0 `out` is not touched. `in` may be `out`. An algorithm that takes `pieces` cuts
// the vector into that many blocks.
/// Over radix - 1 ports.
task scan_hillis_steele(process& self, const_buffer in, buffer out, operation op, int radix = 2);
task scan_hypercube(process& self, const_buffer in, buffer out, operation op);
task scan_chain(process& self, const_buffer in, buffer out, operation op, int pieces);
task scan_binary_tree(process& self, const_buffer in, buffer out, operation op, int pieces);
task exscan_hillis_steele(process& self, const_buffer in, buffer out, operation op);
task exscan_hypercube(process& self, const_buffer in, buffer out, operation op);
task exscan_doubling_123(process& self, const_buffer in, buffer out, operation op);
task exscan_two_phase(process& self, const_buffer in, buffer out, operation op);
task exscan_popcount(process& self, const_buffer in, buffer out, operation op);
task exscan_chain(process& self, const_buffer in, buffer out, operation op, int pieces);
task exscan_binary_tree(process& self, const_buffer in, buffer out, operation op, int pieces);
task scan_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces);
task exscan_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces);

extern const algorithm exscan_binary_tree_entry;
extern const algorithm scan_hillis_steele_entry, scan_chain_entry;
extern const algorithm exscan_doubling_123_entry, exscan_chain_entry;

}  // namespace tutti
