#pragma once

#include <cstdint>

#include "exact/format.hpp"

namespace tutti::exact {

/// Facts about the addends of a sum that the sum of the finite ones does not show: a set of bits.
struct facts {
  enum : std::uint64_t { nan = 1, plus_infinity = 2, minus_infinity = 4, minus_zero = 8, other = 16 };

  static std::uint64_t of(const decoded& d) noexcept {
    if (d.is == number_class::not_a_number) return nan;
    if (d.is == number_class::infinite) return d.negative ? minus_infinity : plus_infinity;
    return d.negative && (d.of.low | d.of.high) == 0 ? minus_zero : other;
  }
};

}  // namespace tutti::exact
