#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Broadcast: `data` of the root to all. An algorithm that takes `pieces` cuts the data into that many blocks.
task bcast_star(process& self, buffer data, int root);
task bcast_binomial(process& self, buffer data, int root);
task bcast_binomial_bit_reversed(process& self, buffer data, int root);
/// radix - 1 children at once, radix >= 2
task bcast_knomial(process& self, buffer data, int root, int radix);
/// Along the tree that is optimal for data.bytes() on machine `on`, whose values for messages between nodes
/// count.
task bcast_logp_tree(process& self, buffer data, int root, const loggp_levels& on);
/// Along the tree that is best on machine `on` for this number of pieces, at least two.
task bcast_logp_pipeline(process& self, buffer data, int root, int pieces, const loggp_levels& on);
task bcast_scatter_ring(process& self, buffer data, int root, const node_map* nodes = nullptr);
task bcast_scatter_allgather(process& self, buffer data, int root);
task bcast_chain(process& self, buffer data, int root, int pieces, const node_map* nodes = nullptr);
task bcast_binary_tree(process& self, buffer data, int root, int pieces);
task bcast_fibonacci(process& self, buffer data, int root, int pieces);
task bcast_two_tree(process& self, buffer data, int root, int pieces);
task bcast_two_fibonacci(process& self, buffer data, int root, int pieces);
task bcast_jia(process& self, buffer data, int root, int pieces);
task bcast_circulant(process& self, buffer data, int root, int pieces);

extern const algorithm bcast_binomial_entry, bcast_circulant_entry, bcast_logp_tree_entry;

}  // namespace tutti
