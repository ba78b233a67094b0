#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Allgather: block `in` of each process goes to block recv[rank] of all. All know all lengths, which may
// differ.
task allgather_ring(process& self, const_buffer in, blocks recv, const node_map* nodes = nullptr);
task allgather_batched(process& self, const_buffer in, blocks recv);
/// Over radix - 1 ports.
task allgather_bruck(process& self, const_buffer in, blocks recv, int radix = 2);
task allgather_recursive_doubling(process& self, const_buffer in, blocks recv);
task allgather_circulant(process& self, const_buffer in, blocks recv, int pieces);
task allgather_mesh(process& self, const_buffer in, blocks recv);          // equal lengths
task allgather_gather_bcast(process& self, const_buffer in, blocks recv);  // equal lengths
task allgather_broadcasts(process& self, const_buffer in, blocks recv);
/// The price if all blocks are equal and the blocks that a process knows double in each round.
cost price_of_doubling(const shape& s);
/// The same for blocks of different lengths: a bound, see for_any_lengths().
cost price_of_doubling_unequal(const shape& s);

/// The same algorithm for blocks of any lengths. Its price is then a bound: empty messages are not sent, and
/// one giant block may cost its length in every round. Irregular lengths can increase the bound by the factor
/// `worst`.
constexpr algorithm for_any_lengths(algorithm a, cost (*bound)(const shape& s), double worst = 1) noexcept {
  a.price = bound;
  a.traits.bound = a.traits.exact_if_equal = true;
  a.traits.worst = worst;
  return as(a, collective::allgatherv);
}

extern const algorithm allgather_bruck_entry, allgatherv_bruck_entry;

}  // namespace tutti
