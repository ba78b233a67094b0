#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The place of a process in a balanced binary tree of processes first, ..., last - 1 that is numbered
/// in-order: the left subtree of a process has lower ranks, the right one higher ranks, so that operands keep
/// their order.
///
///            3
///        1       5          of 0 .. 6: process 5 is the root of the subtree of 4, 5, 6; its depth is 1
///      0   2   4   6
struct inorder_subtree {
  int begin, end;  ///< the subtree's processes are begin, ..., end - 1
  int depth = 0;
  int parent = nobody, left = nobody, right = nobody;

  constexpr inorder_subtree(int rank, int first, int last) noexcept : begin(first), end(last) {
    int node = middle(begin, end);
    for (; node != rank; node = middle(begin, end), ++depth) {
      parent = node;
      (rank < node ? end : begin) = rank < node ? node : node + 1;
    }
    if (begin < node) left = middle(begin, node);
    if (node + 1 < end) right = middle(node + 1, end);
  }

  /// The root of the subtree of processes first, ..., last - 1.
  static constexpr int middle(int first, int last) noexcept { return first + (last - first) / 2; }
};

}  // namespace tutti
