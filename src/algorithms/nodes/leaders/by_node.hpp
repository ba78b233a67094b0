#pragma once

// The common part of irregular gather and scatter by node.

#include <algorithm>

#include "algorithms/composed_price.hpp"
#include "algorithms/gather/linear_time.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// The rule on a node: no block is too long for the tree, since long blocks go straight.
inline constexpr tree_rule within_node = rule_of_lemma_4();

/// The root's blocks but those of more than `direct` bytes: those of its own node's processes, and those of
/// all nodes.
template <class Byte>
class blocks_by_node {
 public:
  blocks_by_node(const basic_blocks<Byte>& all, const hierarchy& h, const node_map* nodes, std::size_t direct)
      : blocks_(all), node_(h.node()), direct_(direct), first_(static_cast<std::size_t>(h.nodes()) + 1) {
    for (int j = 0; j <= h.nodes(); ++j) first_[static_cast<std::size_t>(j)] = h.first(j);
    order_ = nodes ? nodes->ranks().data() : nullptr;
  }
  [[nodiscard]] root_blocks<Byte> own() const noexcept {
    const int* order = order_ ? order_ + first_[static_cast<std::size_t>(node_)] : nullptr;
    return {blocks_, order, nullptr, direct_};
  }
  [[nodiscard]] root_blocks<Byte> all() const noexcept { return {blocks_, order_, first_.data(), direct_}; }
  [[nodiscard]] auto bytes_of_own() const noexcept {
    return [blocks = own()](int i) { return blocks.bytes(i); };
  }
  [[nodiscard]] auto bytes_of_nodes() const noexcept {
    return [blocks = all()](int j) { return blocks.bytes(j); };
  }
  /// The number of blocks left out, the root's not counted.
  [[nodiscard]] int straight(int root) const noexcept {
    int n = 0;
    for (int r = 0; direct_ != SIZE_MAX && r < blocks_.size(); ++r)
      n += r != root && blocks_[r].bytes() > direct_;
    return n;
  }

 private:
  basic_blocks<Byte> blocks_;
  int node_;
  std::size_t direct_;
  workspace<int> first_;
  const int* order_;
};

/// The worst case: the price of gatherv.tree_and_star between the nodes, after all data of a node have been
/// sent twice on it and its leader has received their lengths; and a start-up for each block that goes
/// straight.
inline cost bound_by_node(const shape& s) noexcept {
  const double q = ceil_log2(s.per_node);
  cost on_node;
  if (q > 0)
    on_node = {.rounds = 4 * q - 1,
               .bytes = 2 * std::min(s.bytes, s.per_node * s.straight_beyond) + (2 * q + 1) * sizeof(cube)};
  shape across = s;
  across.p = s.node_count();
  cost far = bound_of_tree_and_star(across);
  far.rounds += std::min(s.p - 1.0, s.bytes / std::max(1.0, s.straight_beyond));
  // On a single node no other term counts the blocks that go straight.
  if (across.p == 1 && s.longest_block() > s.straight_beyond) far.bytes += s.bytes;
  return near_cost(on_node) + far_cost(far);
}

}  // namespace tutti
