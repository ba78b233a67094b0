#pragma once

#include <cmath>

#include "tutti/algorithm.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// One round of a direct algorithm: the block for `to` out, the block of `from` in. Empty blocks do not
/// travel: both ends of a block know its length.
inline transfer exchange(const const_blocks& send, int to, const blocks& recv, int from) noexcept {
  const const_buffer out = send[to];
  const buffer in = recv[from];
  return {out, out.empty() ? nobody : to, in, in.empty() ? nobody : from};
}

/// True if the block sent is to be replaced by the block from the same process (MPI_IN_PLACE).
inline bool is_swap(const transfer& t) noexcept { return t.to != nobody && same_elements(t.out, t.in); }
/// Such a round, part by part: a part is received in separate memory, and copied when the old part has been
/// sent.
task swap(process& self, buffer block, int partner);

/// Sends all blocks straight, of any lengths, in batches; in place, pair after pair.
task alltoall_straight(process& self, const_blocks send, blocks recv);

/// The price of rounds of one block each. It is a bound in alltoallv and alltoallw, where empty blocks are
/// not sent, and the longest block of all counts in each round.
inline cost price_of_rounds(const shape& s, double rounds) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = rounds, .bytes = s.longest > 0 ? s.longest * rounds : s.bytes * rounds / s.p};
}
/// The price of a round for each other process.
inline cost price_of_rounds(const shape& s) noexcept { return price_of_rounds(s, s.p - 1.0); }

/// The number of transfers of alltoall_batched() that are under way at once. In SMPI, 1 MB on 64 nodes takes
/// 88 us, and 94 us with half as many.
inline constexpr int batch = 64;
/// The price of `messages` messages in such batches.
inline cost price_of_batches(double messages, double bytes) noexcept {
  return {.rounds = messages, .bytes = bytes, .behind = messages - std::ceil(messages / batch)};
}

/// The same algorithm for blocks of any lengths. Its price is then a bound, which irregular lengths can
/// increase by the factor `worst`.
constexpr algorithm for_any_lengths(algorithm a, collective of, double worst = 1) noexcept {
  a.traits.bound = a.traits.exact_if_equal = true;
  a.traits.worst = worst;
  return as(a, of);
}

/// The price of p - 1 rounds of pairs. For odd p there are p rounds, and in each one process has no partner.
inline cost price_of_pairs(int p, double block) noexcept {
  if (p == 1) return {};
  const double rounds = p % 2 == 0 ? p - 1 : p;
  return {.rounds = rounds, .bytes = rounds * block};
}
/// The price of alltoall_straight() for blocks of up to `block` bytes.
inline cost price_straight(const shape& s, double block) noexcept {
  return s.swaps ? price_of_pairs(s.p, block) : price_of_batches(s.p - 1.0, (s.p - 1) * block);
}

}  // namespace tutti
