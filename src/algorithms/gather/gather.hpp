#pragma once

#include <cstdint>

#include "tutti/algorithm.hpp"

namespace tutti {

// Gather: block `in` of each process to block recv[rank] of the root, where alone `recv` is not empty. The
// blocks are of equal length; gatherv's are not, and only the owner and the root know a block's length.
task gather_star(process& self, const_buffer in, blocks recv, int root);
task gather_pipelined_star(process& self, const_buffer in, blocks recv, int root, int pieces);
task gather_linear_array(process& self, const_buffer in, blocks recv, int root);
task gather_binomial(process& self, const_buffer in, blocks recv, int root);
task gather_divide_and_conquer(process& self, const_buffer in, blocks recv, int root);
task gather_hypercube(process& self, const_buffer in, blocks recv, int root);
task gather_knomial(process& self, const_buffer in, blocks recv, int root);
task gatherv_binomial(process& self, const_buffer in, blocks recv, int root);
task gatherv_divide_and_conquer(process& self, const_buffer in, blocks recv, int root);

/// Who knows how long blocks are without being told, besides each process its own. The root does not, where
/// it is that of a part of a collective; all do, where blocks are equal.
enum class lengths_known_to : std::uint8_t { owners, root, all };

/// Any of these that takes no more arguments.
using gathering = task (*)(process& self, const_buffer in, blocks recv, int root);

extern const algorithm gather_binomial_entry;
extern const algorithm gatherv_binomial_entry;

}  // namespace tutti
