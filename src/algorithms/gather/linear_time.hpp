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

/// At worst: the root waits for the last of its neighbours, where two steps of construction come before each round of
/// data, and all data are in that neighbour and cross it twice, but for its gather root's.
inline cost bound_of_cubes(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  if (q < 2) return {.rounds = q, .bytes = q * s.bytes};
  return {.rounds = 3 * q - 3, .bytes = 2 * s.bytes + (2 * q - 3) * sizeof(cube)};
}

/// At most q times call::direct cross that neighbour; what goes straight to the root is more each, and a start-up.
inline cost bound_of_graceful(const shape& s) noexcept {
  const double q = ceil_log2(s.p);
  cost c = bound_of_cubes(s);
  if (q < 2) return c;
  c.rounds += std::min(s.p - 1.0, s.bytes / std::max(1.0, s.direct));
  c.bytes -= std::max(0.0, s.bytes - q * s.direct);
  return c;
}

}  // namespace tutti
