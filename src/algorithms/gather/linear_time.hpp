#pragma once

#include "algorithms/gather/root_plan.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Irregular gather and scatter along trees that the processes build from the lengths of their blocks. `recv`
// and `send` are the root's alone.
task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, gather_tree tree);
task scatter_on_cubes(process& self, root_blocks<const std::byte> send, buffer out, gather_tree tree);

/// The blocks of a process's children, each in a place of its own: how much there will be is not
/// known when the first comes.
class inbox {
 public:
  explicit inbox(process& self) : from_(self, most_rounds) {}

  buffer add(std::size_t bytes, bool left) {
    left_[from_.size()] = left;
    return from_.take(bytes);
  }
  [[nodiscard]] buffer operator[](std::size_t k) const noexcept { return from_[k]; }
  /// Room for in_rank_order().
  [[nodiscard]] std::size_t parts_with(const_buffer own) const noexcept {
    std::size_t n = from_.size();
    each_part(own, [&n](const const_buffer&) { ++n; });
    return n;
  }
  // Children come from nearer to further on either side: the left ones are in rank order from the last to the
  // first.
  template <class Byte>
  void in_rank_order(const basic_buffer<Byte>& own, basic_bundle<Byte>& into) const {
    for (std::size_t k = from_.size(); k-- > 0;)
      if (left_[k]) into.add(from_[k]);
    into.add(own);
    for (std::size_t k = 0; k < from_.size(); ++k)
      if (!left_[k]) into.add(from_[k]);
  }

 private:
  taken_memory from_;
  std::array<bool, most_rounds> left_;
};

/// A gather's part of those that are not the root, and that of a root which has to be told what comes.
task gather_to_root(process& self, const_buffer in, gather_tree tree);
task gather_at_told_root(process& self, inbox* received);
/// A scatter's part of those that are not the root, with build_tree_from_top().
task scatter_from_root(process& self, buffer out, gather_tree tree);

/// The root's part in both of its gathers, and in both of its scatters.
task gather_at_root(process& self, const_buffer in, root_blocks<std::byte> recv, tree_rule rule);
task scatter_at_root(process& self, root_blocks<const std::byte> send, buffer out, const gather_tree& tree);

/// At worst: the root waits for the last of its neighbours, where two steps of construction come before each
/// round of data, and all data are in that neighbour and cross it twice, but for its gather root's.
inline cost bound_of_cubes(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  if (q < 2) return {.rounds = q, .bytes = q * s.bytes};
  return {.rounds = 3 * q - 3, .bytes = 2 * s.bytes + (2 * q - 3) * sizeof(cube)};
}

/// At most q times call::straight_beyond cross that neighbour; what goes straight to the root is
/// more each, and a start-up.
inline cost bound_of_tree_and_star(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  cost c = bound_of_cubes(s);
  if (q < 2) return c;
  c.rounds += std::min(s.p - 1.0, s.bytes / std::max(1.0, s.straight_beyond));
  c.bytes -= std::max(0.0, s.bytes - q * s.straight_beyond);
  return c;
}

}  // namespace tutti
