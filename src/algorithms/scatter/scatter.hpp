#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Scatter: block send[r] of the root goes to `out` of process r; `send` is empty on the others. Blocks are of
// equal length, but not those of scatterv: there only the owner and the root know a block's length.
task scatter_star(process& self, const_blocks send, buffer out, int root);
task scatter_pipelined_star(process& self, const_blocks send, buffer out, int root, int pieces);
task scatter_linear_array(process& self, const_blocks send, buffer out, int root,
                          const node_map* nodes = nullptr);
task scatter_binomial(process& self, const_blocks send, buffer out, int root);
task scatterv_binomial(process& self, const_blocks send, buffer out, int root);
task scatter_logp_tree(process& self, const_blocks send, buffer out, int root, const loggp_levels& on);

/// Any of these scatters that takes no further arguments.
using scattering = task (*)(process& self, const_blocks send, buffer out, int root);

extern const algorithm scatter_binomial_entry;
extern const algorithm scatterv_binomial_entry;

}  // namespace tutti
