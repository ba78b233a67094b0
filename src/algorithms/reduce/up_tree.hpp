#pragma once

#include "algorithms/shapes/binary_trees.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Pipelined reduction up a tree with at most two children a node, in rank order if the places are numbered
/// in-order: the first child is left, the second right. The dual of bcast_along_tree(). The root is the
/// process without a parent.
task reduce_up_tree(process& self, const_buffer in, buffer out, operation op, tree_place at, int pieces);

}  // namespace tutti
