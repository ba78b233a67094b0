#pragma once

#include <array>
#include <bit>
#include <cassert>

#include "tutti/cxx20.hpp"

namespace tutti {

// Arithmetic with ranks, so that no algorithm computes (rank - root + size) % size by itself.

/// (rank + distance) mod size, for 0 <= rank < size and -size <= distance <= size.
constexpr int ring(int rank, int distance, int size) noexcept {
  assert(0 <= rank && rank < size && -size <= distance && distance <= size);
  const int r = rank + distance;
  return r < 0 ? r + size : r >= size ? r - size : r;
}

/// Ranks counted from the root: the root becomes 0, its successor 1, ...
constexpr int relative_rank(int rank, int root, int size) noexcept { return ring(rank, -root, size); }
constexpr int absolute_rank(int relative, int root, int size) noexcept { return ring(relative, root, size); }

/// ceil(log2 n): the number of rounds in which one process can reach n, with one message a round each way.
constexpr int ceil_log2(int n) noexcept { return n <= 1 ? 0 : std::bit_width(static_cast<unsigned>(n - 1)); }
/// ceil(log n) to the base `radix`: the same with radix - 1 messages a round each way.
constexpr int ceil_log(int n, int radix) noexcept {
  if (radix == 2) return ceil_log2(n);
  int rounds = 0;
  for (long long reached = 1; reached < n; reached *= radix) ++rounds;
  return rounds;
}
/// The power of `radix` that follows `power`, or `size` if that power is not below `size`. Loops over the
/// powers below `size` use it, since it does not overflow.
constexpr int next_power(int power, int radix, int size) noexcept {
  return power <= (size - 1) / radix ? power * radix : size;
}
constexpr int floor_log2(int n) noexcept { return std::bit_width(static_cast<unsigned>(n)) - 1; }
/// The largest even number up to n, or 1.
constexpr int even_part(int n) noexcept { return n > 1 ? n - n % 2 : 1; }
constexpr bool is_power_of_two(int n) noexcept { return std::has_single_bit(static_cast<unsigned>(n)); }

/// The number of columns of a mesh of p places that is as square as p allows, with no more columns than rows:
/// 3 for p = 12.
constexpr int shorter_side(int p) noexcept {
  int shorter = 1;
  for (int k = 2; k <= p / k; ++k)
    if (p % k == 0) shorter = k;
  return shorter;
}

/// ceil_log2 of the maximum number of processes, 2^31 - 1.
inline constexpr int most_rounds = 31;

/// The skips of the circulant graphs of Bruck and of Traeff for processes with radix - 1 ports: skip[q] =
/// size, skip[k] = ceil(skip[k + 1] / radix), so skip[0] = 1 if q = ceil(log_radix size) > 0.
class dividing_skips {
 public:
  constexpr dividing_skips(int size, int radix) noexcept : q_(ceil_log(size, radix)), radix_(radix) {
    skip_[static_cast<unsigned>(q_)] = size;
    for (int k = q_; k-- > 0;) {
      const int next = (*this)[k + 1];
      skip_[static_cast<unsigned>(k)] = next / radix + (next % radix != 0);
    }
  }
  [[nodiscard]] constexpr int rounds() const noexcept { return q_; }
  constexpr int operator[](int k) const noexcept { return skip_[static_cast<unsigned>(k)]; }

  /// The messages of the round between skip[k] and skip[k + 1]. Calls visit(distance, n) for the runs of
  /// blocks skip[k], ..., skip[k + 1] - 1, each of n <= skip[k] blocks, with the first block of a run as its
  /// distance:
  ///
  ///     radix 3, skips 3 and 8:   0 1 2 | 3 4 5 | 6 7      visit(3, 3), visit(6, 2)
  template <class Visit>
  constexpr void each_message(int k, Visit visit) const {
    const int skip = (*this)[k], end = (*this)[k + 1];
    for (int j = 1; j < radix_ && j * skip < end; ++j)
      visit(j * skip, skip < end - j * skip ? skip : end - j * skip);
  }

 private:
  int q_, radix_;
  std::array<int, most_rounds + 1> skip_;  // the first rounds() + 1 are set
};
/// The skips for one port.
class halving_skips : public dividing_skips {
 public:
  constexpr explicit halving_skips(int size) noexcept : dividing_skips(size, 2) {}
};

}  // namespace tutti
