#pragma once

#include <algorithm>

#include "tutti/algorithm.hpp"

namespace tutti {

/// The process `distance` away, in either direction: a walk is a way of adding distances to ranks.
using walk = int (*)(int rank, int distance, int p);

/// Around the ring of all processes, for any p.
inline int along_ring(int rank, int distance, int p) { return ring(rank, distance, p); }
/// In a hypercube, along the dimensions that are bits of the distance.
inline int along_cube(int rank, int distance, int /*p*/) {
  return rank ^ (distance < 0 ? -distance : distance);
}

/// Alltoall by the digits of distances: for each digit, the lowest first, and each of its values z > 0, all
/// blocks whose distance has that digit travel together, z times the digit's weight far. On the way the block
/// of distance j is kept in recv, in the place of the block from j below: a process holds one block of each
/// distance. All blocks are of equal length. 2 <= radix; along_cube: radix 2.
task alltoall_by_digits(process& self, const_blocks send, blocks recv, int radix, walk step);

/// The number of distances below p whose digit of this weight is z.
long long blocks_with_digit(int p, int radix, int weight, int z) noexcept;

/// The least radix in which `digits` digits are enough for all distances below p: the root of p, rounded up.
constexpr int root_radix(int p, int digits) noexcept {
  const auto power = [digits](int r) {
    long long n = 1;
    for (int i = 0; i < digits; ++i) n *= r;
    return n;
  };
  int r = 2;
  while (power(r) < p) ++r;
  return r;
}

/// The number of values other than 0 that a digit of this weight has in distances below p.
constexpr int digit_values(int p, int radix, long long weight) noexcept {
  return static_cast<int>(std::min<long long>(radix - 1, (p - 1) / weight));
}

/// Calls visit(messages, blocks) for each digit of distances below p, with the number of messages that a
/// process sends for the digit and the number of blocks in them.
template <class Visit>
void each_digit(int p, int radix, Visit visit) {
  for (long long w = 1; w < p; w *= radix) {
    const long long period = radix * w, without = p / period * w + std::min(p % period, w);
    visit(digit_values(p, radix, w), static_cast<int>(p - without));
  }
}

/// The price of alltoall_by_digits(): a block travels as often as its distance has digits that are not 0. Its
/// traffic is `by_node`: messages to near ranks stay on the node.
cost price_by_digits(const shape& s, int radix) noexcept;
/// The same if a process waits for each message before it begins the next.
inline cost one_after_the_other(cost c) noexcept {
  c.behind = c.near_behind = 0;
  return c;
}

}  // namespace tutti
