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

/// Whether a round's block is to be replaced by what comes in from the process to which it goes (MPI_IN_PLACE).
inline bool is_swap(const transfer& t) noexcept { return t.to != nobody && same_elements(t.out, t.in); }
/// Such a round: what comes in waits in memory of its own until what was there has gone, some of it after the other.
task swap(process& self, buffer block, int partner);

/// All blocks straight, of any lengths, all under way at once; in place pair after pair.
task alltoall_straight(process& self, const_blocks send, blocks recv);

/// p - 1 rounds of one block each. Empty blocks are not sent, which makes it a bound in alltoallv and
/// alltoallw, where bytes stands for p blocks of the greatest length.
inline cost price_of_rounds(const shape& s) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p};
}

/// How many transfers of alltoall_batched() are under way at once. In SMPI, 1 MB on 64 nodes takes 88 us, and
/// 94 us with half as many.
inline constexpr int batch = 64;
/// What it costs to send `messages` messages by it.
inline cost price_of_batches(double messages, double bytes) noexcept {
  return {.rounds = messages, .bytes = bytes, .behind = messages - std::ceil(messages / batch)};
}

/// The same algorithm for blocks of any lengths, where its price is a bound, to be exceeded at most `worst`
/// times.
constexpr algorithm for_any_lengths(algorithm a, collective of, double worst = 1) noexcept {
  a.traits.bound = a.traits.exact_if_equal = true;
  a.traits.worst = worst;
  return as(a, of);
}

/// p - 1 rounds of pairs, or p where that is odd, in each of which one process has no partner.
inline cost price_of_pairs(int p, double block) noexcept {
  if (p == 1) return {};
  const double rounds = p % 2 == 0 ? p - 1 : p;
  return {.rounds = rounds, .bytes = rounds * block};
}
/// What alltoall_straight() costs, for blocks of up to `block` bytes.
inline cost price_straight(const shape& s, double block) noexcept {
  return s.swaps ? price_of_pairs(s.p, block) : price_of_batches(s.p - 1.0, (s.p - 1) * block);
}

}  // namespace tutti
