#pragma once

#include <cmath>

#include "tutti/algorithm.hpp"

namespace tutti {

/// One round of a direct algorithm: the block for `to` out, the block of `from` in. Empty blocks do not
/// travel: both ends of a block know its length.
inline transfer exchange(const const_blocks& send, int to, const blocks& recv, int from) noexcept {
  const const_buffer out = send[to];
  const buffer in = recv[from];
  return {out, out.empty() ? nobody : to, in, in.empty() ? nobody : from};
}

/// p - 1 rounds of one block each. Empty blocks are not sent, which makes it a bound in alltoallv and
/// alltoallw, where bytes stands for p blocks of the greatest length.
inline cost price_of_rounds(const shape& s) noexcept {
  if (s.bytes <= 0) return {};
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p};
}

/// So many transfers of alltoall_batched() are under way at once. In SMPI 1 MB on
/// 64 nodes takes 88 us so, and 94 us with half as many.
inline constexpr int batch = 64;
/// What it costs to send so many messages by it.
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

}  // namespace tutti
