#pragma once

#include "algorithms/shapes/inorder_subtree.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Allreduce: the vectors `in` of all processes, combined in `out` on all of them. `in` may be `out`.

// In rank order. An algorithm that takes `pieces` cuts the vector into that many blocks.
task allreduce_reduce_bcast(process& self, const_buffer in, buffer out, operation op);
task allreduce_recursive_doubling(process& self, const_buffer in, buffer out, operation op);
task allreduce_butterfly(process& self, const_buffer in, buffer out, operation op);
task allreduce_butterfly_elimination(process& self, const_buffer in, buffer out, operation op);

task allreduce_single_root(process& self, const_buffer in, buffer out, operation op, int pieces);
task allreduce_dual_root(process& self, const_buffer in, buffer out, operation op, int pieces);
/// The steps of single_root and dual_root among at least two processes. `at`: the place in this tree.
/// `other_root`: that of the other tree, with which the roots exchange; `nobody` if there is one tree.
task allreduce_up_and_down(process& self, const_buffer in, buffer out, operation op, inorder_subtree at,
                           int other_root, int pieces);
task allreduce_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces);

// For commutative operators.
/// Over radix - 1 ports, as the circulant one.
task allreduce_census(process& self, const_buffer in, buffer out, operation op, int radix);
task allreduce_ring(process& self, const_buffer in, buffer out, operation op,
                    const node_map* nodes = nullptr);
task allreduce_bine(process& self, const_buffer in, buffer out, operation op);
task allreduce_trivance(process& self, const_buffer in, buffer out, operation op);
task allreduce_swing(process& self, const_buffer in, buffer out, operation op);
task allreduce_circulant_batched(process& self, const_buffer in, buffer out, operation op);
task allreduce_circulant(process& self, const_buffer in, buffer out, operation op, int radix = 2);

/// The price on a power of two of processes, onto which others are folded.
cost price_of_halving_and_doubling(const shape& s);

extern const algorithm allreduce_census_radix3_entry;
extern const algorithm allreduce_recursive_doubling_entry;
extern const algorithm allreduce_circulant_entry;

}  // namespace tutti
