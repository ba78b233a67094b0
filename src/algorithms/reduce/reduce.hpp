#pragma once

#include "algorithms/shapes/halvings.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Reduction: the vectors `in` of all processes, combined, go to `out` of the root; `out` of the others is not
// used. `in` may be `out` on the root. An algorithm that takes `pieces` cuts the vector into that many blocks
// of whole elements.
task reduce_linear(process& self, const_buffer in, buffer out, operation op, int root);
task reduce_binomial(process& self, const_buffer in, buffer out, operation op, int root);
/// Along the binomial tree of halvings with these heads.
task reduce_by_halves(process& self, const_buffer in, buffer out, operation op, int root, head_of_half head);
/// radix - 1 children at once, radix >= 2
task reduce_knomial(process& self, const_buffer in, buffer out, operation op, int root, int radix);
/// Along the tree that is optimal for a broadcast of in.bytes() on machine `on`, whose values for messages
/// between nodes count.
task reduce_logp_tree(process& self, const_buffer in, buffer out, operation op, int root,
                      const loggp_levels& on);
task reduce_chain(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                  const node_map* nodes = nullptr);
task reduce_ordered_chain(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
task reduce_binary_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
task reduce_fibonacci(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
task reduce_two_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
task reduce_two_fibonacci(process& self, const_buffer in, buffer out, operation op, int root, int pieces);
task reduce_scatter_gather(process& self, const_buffer in, buffer out, operation op, int root);
task reduce_circulant(process& self, const_buffer in, buffer out, operation op, int root, int pieces);

extern const algorithm reduce_binomial_entry, reduce_binary_tree_entry, reduce_circulant_entry;

}  // namespace tutti
