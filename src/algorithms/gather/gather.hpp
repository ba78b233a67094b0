#pragma once

#include <cstdint>

#include "tutti/algorithm.hpp"

namespace tutti {

// Gather: block `in` of each process goes to block recv[rank] of the root; `recv` is empty on the others.
// Blocks are of equal length, but not those of gatherv: there only the owner and the root know a block's
// length.
task gather_star(process& self, const_buffer in, blocks recv, int root);
task gather_pipelined_star(process& self, const_buffer in, blocks recv, int root, int pieces);
task gather_linear_array(process& self, const_buffer in, blocks recv, int root,
                         const node_map* nodes = nullptr);
task gather_binomial(process& self, const_buffer in, blocks recv, int root);
task gatherv_binomial(process& self, const_buffer in, blocks recv, int root);
task gather_logp_tree(process& self, const_buffer in, blocks recv, int root, const loggp_levels& on);

/// The processes that know a block's length without a message, besides its owner. The root does not know it
/// if it is the root of a part of a collective; all know it if blocks are equal.
enum class lengths_known_to : std::uint8_t { owners, root, all };

/// Any of these gathers that takes no further arguments.
using gathering = task (*)(process& self, const_buffer in, blocks recv, int root);

extern const algorithm gather_binomial_entry;
extern const algorithm gatherv_binomial_entry;

/// The blocks of all others pass the root's port one by one, each in pieces if the algorithm cuts it.
inline cost price_one_by_one(const shape& s) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = (s.p - 1.0) * s.pieces, .bytes = s.bytes * (s.p - 1) / s.p};
}
/// The same for blocks of any lengths: the root's own block may be empty.
inline cost bound_one_by_one(const shape& s) noexcept {
  cost c = price_one_by_one(s);
  if (s.longest > 0 && s.p > 1) c.bytes = s.bytes;
  return c;
}

}  // namespace tutti
