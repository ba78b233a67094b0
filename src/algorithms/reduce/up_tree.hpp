#pragma once

#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/two_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Pipelined reduction up a tree with at most two children a node, in rank order if the places are numbered
/// in-order: the first child is left, the second right. The dual of bcast_along_tree(). The root is the
/// process without a parent.
task reduce_up_tree(process& self, const_buffer in, buffer out, operation op, tree_place at, int pieces);

/// Pipelined reduction up two trees at once, each with every second block: the rounds of
/// bcast_along_two_trees() backwards. In rank order if, in each tree, a child of higher rank has no ranks
/// below it that are lower than this process's, and a child of lower rank none that are higher.
task reduce_up_two_trees(process& self, const_buffer in, buffer out, operation op, int root, two_trees trees,
                         int rounds, int pieces);

}  // namespace tutti
