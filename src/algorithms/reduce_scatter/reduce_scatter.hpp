#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Reduce-scatter: the vectors `send` of all processes combined, block i of the result in `out` of process i.
// The blocks of a vector lie side by side and may differ in length; each process knows all lengths.

// In rank order. reduce_scatter_block_reduce_then_scatter() needs equal blocks: its scatter sends no lengths.
task reduce_scatter_reduce_then_scatter(process& self, const_blocks send, buffer out, operation op);
task reduce_scatter_block_reduce_then_scatter(process& self, const_blocks send, buffer out, operation op);
task reduce_scatter_pairwise(process& self, const_blocks send, buffer out, operation op);
task reduce_scatter_butterfly(process& self, const_blocks send, buffer out, operation op);

// For commutative operators.
task reduce_scatter_ring(process& self, const_blocks send, buffer out, operation op,
                         const node_map* nodes = nullptr);
task reduce_scatter_bine(process& self, const_blocks send, buffer out, operation op);
/// Over radix - 1 ports.
task reduce_scatter_circulant(process& self, const_blocks send, buffer out, operation op, int radix = 2);
task reduce_scatter_pat(process& self, const_blocks send, buffer out, operation op, int pieces);
task reduce_scatter_reductions(process& self, const_blocks send, buffer out, operation op, int pieces);

extern const algorithm reduce_scatter_circulant_entry, reduce_scatter_block_circulant_entry;
extern const algorithm reduce_scatter_butterfly_entry;

}  // namespace tutti
