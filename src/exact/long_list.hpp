#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "exact/accumulator.hpp"

namespace tutti::exact {

/// Adds many numbers to an accumulator, in less time for each than accumulator::add(): carries are delayed.
/// The sum is held in signed digits of weight 2^32 in 64 bits each, as in Neal's small superaccumulator. A
/// number adds less than 2^53 in absolute value to any digit, so 2^10 numbers leave each digit below 2^63.
/// Then the digits are carried into the accumulator.
template <class T>
class long_list {
  using format = format_of<T>;
  static_assert(format::digits <= 53, "a longer number would need more digits");

 public:
  /// The numbers need not be aligned.
  static void add(accumulator<T>& to, const std::byte* numbers, std::size_t n) noexcept {
    constexpr std::size_t at_once = std::size_t{1} << 10U;
    long_list list;
    for (std::size_t k = 0; k < n; ++k) {
      T x;
      std::memcpy(&x, numbers + k * sizeof x, sizeof x);
      list.add_one(to, x);
      if (k % at_once == at_once - 1) list.carry_into(to);
    }
    list.carry_into(to);
  }

 private:
  void add_one(accumulator<T>& to, T x) noexcept {
    const decoded d = format::decode(x);
    if (d.is != number_class::finite || d.of.low == 0) [[unlikely]]
      return to.add(x);
    any_ = true;
    const auto digit = static_cast<std::size_t>(d.of.shift) / 32;
    const auto bit = static_cast<unsigned>(d.of.shift) % 32;
    const auto low = static_cast<std::int64_t>(static_cast<std::uint32_t>(d.of.low << bit));
    const auto rest = static_cast<std::int64_t>(d.of.low >> (32 - bit));
    digits_[digit] += d.negative ? -low : low;
    digits_[digit + 1] += d.negative ? -rest : rest;
  }
  void carry_into(accumulator<T>& to) noexcept {
    if (!any_) return;
    std::array<std::uint64_t, accumulator<T>::words> integer;
    std::int64_t carry = 0;
    const auto next = [&](std::size_t k) {
      const std::int64_t v = digits_[k] + carry;
      digits_[k] = 0;
      carry = v >> 32;
      return static_cast<std::uint64_t>(v) & 0xffffffffU;
    };
    for (std::size_t k = 0; k < integer.size(); ++k) {
      const std::uint64_t low = next(2 * k);
      integer[k] = low | next(2 * k + 1) << 32U;
    }
    to.add_integer(integer);
    any_ = false;
  }

  std::array<std::int64_t, 2 * accumulator<T>::words> digits_{};
  bool any_ = false;
};

}  // namespace tutti::exact
