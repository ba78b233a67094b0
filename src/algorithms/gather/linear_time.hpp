#pragma once

#include "algorithms/gather/root_plan.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Irregular gather and scatter along trees that the processes build from the lengths of their blocks. `recv`
// and `send` are significant at the root only.
task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, gather_tree tree);
task scatter_on_cubes(process& self, root_blocks<const std::byte> send, buffer out, gather_tree tree);

/// The blocks of a process's children, each in memory of its own: the total is not known when the first
/// arrives.
class inbox {
 public:
  explicit inbox(process& self) : from_(self, most_rounds) {}

  buffer add(std::size_t bytes, bool left) {
    left_[from_.size()] = left;
    return from_.take(bytes);
  }
  [[nodiscard]] buffer operator[](std::size_t k) const noexcept { return from_[k]; }
  /// The number of parts that in_rank_order() adds.
  [[nodiscard]] std::size_t parts_with(const_buffer own) const noexcept {
    std::size_t n = from_.size();
    each_part(own, [&n](const const_buffer&) { ++n; });
    return n;
  }
  // On either side children arrive from near to far: the left ones are in rank order from the last to the
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

/// The part of a process other than the root in a gather, and that of a root that does not know the lengths.
task gather_to_root(process& self, const_buffer in, gather_tree tree);
task gather_at_root_without_lengths(process& self, inbox* received);
/// The part of a process other than the root in a scatter, with build_tree_from_top().
task scatter_from_root(process& self, buffer out, gather_tree tree);

/// The root's part in all gathers, and in all scatters, along these trees.
task gather_at_root(process& self, const_buffer in, root_blocks<std::byte> recv, tree_rule rule);
task scatter_at_root(process& self, root_blocks<const std::byte> send, buffer out, const gather_tree& tree);

/// The worst case: the root waits for the last of its neighbours, in which two steps of construction precede
/// each round of data. All data are in that neighbour, and all but its gather root's block travel twice.
inline cost bound_of_cubes(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  if (q < 2) return {.rounds = q, .bytes = q * s.bytes};
  return {.rounds = 3 * q - 3, .bytes = 2 * s.bytes + (2 * q - 3) * sizeof(cube)};
}

/// At most q times call::straight_beyond bytes cross that neighbour. Each message straight to the root has
/// more bytes than call::straight_beyond, and takes a start-up.
inline cost bound_of_tree_and_star(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  cost c = bound_of_cubes(s);
  if (q < 2) return c;
  c.rounds += std::min(s.p - 1.0, s.bytes / std::max(1.0, s.straight_beyond));
  c.bytes -= std::max(0.0, s.bytes - q * s.straight_beyond);
  return c;
}

/// The bytes of construction by build_tree_from_top() beyond those of a cube in each of the 2 q - 3 steps: a
/// message may be a row of q - 1 cubes.
inline double bytes_of_rows(int p) noexcept {
  const double q = ceil_log2(p);
  return q < 2 ? 0 : (2 * q - 3) * (q - 2) * sizeof(cube);
}

}  // namespace tutti
