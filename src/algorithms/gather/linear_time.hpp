#pragma once

#include "algorithms/gather/root_plan.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

// Irregular gather and scatter along trees that the processes build from the lengths of their blocks. Only the root and
// the owner of a block know its length. `recv` and `send` are the root's alone.
task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, int root, tree_rule rule);
task scatter_on_cubes(process& self, root_blocks<const std::byte> send, buffer out, int root, tree_rule rule);
/// With each process's data side by side in one place, where it has to copy its own block to or from.
task gather_on_cubes_packed(process& self, const_buffer in, root_blocks<std::byte> recv, int root,
                            tree_rule rule);
task scatter_on_cubes_packed(process& self, root_blocks<const std::byte> send, buffer out, int root,
                             tree_rule rule);

/// The root's part in both of its gathers, and in both of its scatters.
task gather_at_root(process& self, const_buffer in, root_blocks<std::byte> recv, tree_rule rule);
task scatter_at_root(process& self, root_blocks<const std::byte> send, buffer out, tree_rule rule);

/// Blocks of equal length: beside the data's ceil(log2 p) rounds those of the construction in which they wait for it, two
/// for each but the first, in the larger of the root's last neighbours.
inline cost bound_of_cubes(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  return {.rounds = q < 2 ? q : 3 * q - 3, .bytes = s.p > 1 ? s.bytes + (q - 1) * 2 * sizeof(cube) : 0};
}

/// The same and a start-up for each message that goes straight to the root, which has more than so many bytes.
inline cost bound_of_graceful(const shape& s) noexcept {
  cost c = bound_of_cubes(s);
  c.rounds += std::min(s.p - 1.0, s.bytes / std::max(1.0, s.direct));
  return c;
}

}  // namespace tutti
