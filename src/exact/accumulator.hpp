#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "exact/facts.hpp"
#include "exact/format.hpp"
#include "exact/words.hpp"

/// Sums of floating-point numbers that are rounded once.
///
/// An accumulator is a fixed-point number long enough for any sum, as proposed by Kulisch (Kulisch, Miranker
/// 1986) and, in this form, by Neal ("Fast exact summation using small and large superaccumulators", 2015).
/// Adding to it loses nothing, so the order of the addends has no influence on its bits.
namespace tutti::exact {

/// The exact sum of numbers of type T. A vector of accumulators is data like any other: it may be copied and
/// sent, among processors of one byte order.
///
/// The sum is an integer in two's complement, in units of the smallest positive T: 2^-1074 for a double.
///
/// Capacity. A finite double is an integer of at most `value_bits` = 2045 + 53 = 2098 bits in these units. An
/// integer of 34 words of 64 bits in two's complement holds every integer of absolute value below
/// 2^(2176 - 1), hence any sum of up to 2^(2175 - 2098) = 2^77 doubles. All carries are propagated in each
/// step, so only the total number of addends matters, not the number of merges. An accumulator holds 2^42
/// addends for float, and at least 2^66 for long double.
template <class T>
class accumulator {
  using format = format_of<T>;

 public:
  static constexpr int value_bits = format::largest_shift + format::digits;
  static constexpr int least_headroom = 40;
  static constexpr int words = (value_bits + 1 + least_headroom + 63) / 64;
  /// The logarithm of the number of addends that the accumulator holds.
  static constexpr int log2_capacity = 64 * words - 1 - value_bits;

  void add(T x) noexcept {
    const decoded d = format::decode(x);
    seen_ |= facts::of(d);
    if (d.is != number_class::finite || (d.of.low | d.of.high) == 0) return;
    const auto word = static_cast<std::size_t>(d.of.shift) / 64;
    const auto bit = static_cast<unsigned>(d.of.shift) % 64;
    const std::uint64_t low = d.of.low, high = d.of.high;
    const std::uint64_t parts[3] = {low << bit, high << bit | (bit ? low >> (64 - bit) : 0),
                                    bit ? high >> (64 - bit) : 0};
    if (d.negative)
      change(parts, word, [](std::uint64_t a, std::uint64_t b, bool& c) { return subtract_words(a, b, c); });
    else
      change(parts, word, [](std::uint64_t a, std::uint64_t b, bool& c) { return add_words(a, b, c); });
  }

  /// Adds the addends of another accumulator. Associative and commutative to the last bit.
  void merge(const accumulator& its) noexcept {
    add_to(sum_, its.sum_);
    seen_ |= its.seen_;
  }

  /// Adds a sum of finite numbers, as an integer in two's complement.
  void add_integer(const std::array<std::uint64_t, words>& integer) noexcept {
    add_to(sum_, integer);
    seen_ |= facts::other;
  }

  [[nodiscard]] T rounded() const noexcept { return rounded(sum_, seen_, 0); }

  /// Returns 2^base times an integer in two's complement, rounded to nearest, ties to even. If base > 0, the
  /// integer is a multiple of 2^128, so that it has more than `digits` bits. With an addend that is not a
  /// number, or infinities of both signs, the sum is the quiet NaN without sign and payload. With one or more
  /// infinities of one sign it is that infinity. A sum of zero is -0 if there are addends and all are -0, and
  /// otherwise 0.
  template <std::size_t N>
  [[nodiscard]] static T rounded(const std::array<std::uint64_t, N>& integer, std::uint64_t seen,
                                 int base) noexcept {
    constexpr std::uint64_t both = facts::plus_infinity | facts::minus_infinity;
    if ((seen & facts::nan) != 0 || (seen & both) == both) return format::nan();
    if ((seen & both) != 0) return format::infinity((seen & facts::minus_infinity) != 0);
    const bool negative = integer.back() >> 63U != 0;
    std::array<std::uint64_t, N + 2> absolute{};  // the value, with two words that are read beyond the last
    bool carry = negative;
    for (std::size_t k = 0; k < N; ++k)
      absolute[k] = negative ? add_words(~integer[k], 0, carry) : integer[k];
    int top = static_cast<int>(N) - 1;
    while (top >= 0 && absolute[static_cast<std::size_t>(top)] == 0) --top;
    if (top < 0) return format::encode(seen == facts::minus_zero, {});
    const int length = 64 * (top + 1) - std::countl_zero(absolute[static_cast<std::size_t>(top)]);
    return rounded(negative, absolute.data(), length, base);
  }

 private:
  template <class Step>
  void change(const std::uint64_t (&parts)[3], std::size_t word, Step step) noexcept {
    bool carry = false;
    constexpr std::size_t most = format::digits > 64 ? 3 : 2;
    for (std::size_t k = 0; k < most && word + k < sum_.size(); ++k)
      sum_[word + k] = step(sum_[word + k], parts[k], carry);
    for (std::size_t k = word + most; carry && k < sum_.size(); ++k) sum_[k] = step(sum_[k], 0, carry);
  }

  // The 64 bits from bit `at` on.
  static std::uint64_t bits_from(const std::uint64_t* absolute, int at) noexcept {
    const auto word = static_cast<std::size_t>(at) / 64;
    const auto bit = static_cast<unsigned>(at) % 64;
    return bit == 0 ? absolute[word] : absolute[word] >> bit | absolute[word + 1] << (64 - bit);
  }
  static bool any_below(const std::uint64_t* absolute, int at) noexcept {
    const auto word = static_cast<std::size_t>(at) / 64;
    for (std::size_t k = 0; k < word; ++k)
      if (absolute[k] != 0) return true;
    const auto bit = static_cast<unsigned>(at) % 64;
    return bit != 0 && absolute[word] << (64 - bit) != 0;
  }

  static T rounded(bool negative, const std::uint64_t* absolute, int length, int base) noexcept {
    constexpr int digits = format::digits;
    if (length <= digits) return format::encode(negative, {absolute[0], digits > 64 ? absolute[1] : 0, 0});
    const int dropped = length - digits;
    magnitude m{.low = bits_from(absolute, dropped), .shift = dropped + base};
    constexpr std::uint64_t ones = ~std::uint64_t{0};
    constexpr std::uint64_t low_mask = digits >= 64 ? ones : (std::uint64_t{1} << (digits % 64)) - 1;
    constexpr std::uint64_t high_mask = digits > 64 ? (std::uint64_t{1} << (digits % 64)) - 1 : 0;
    m.low &= low_mask;
    if constexpr (digits > 64) m.high = bits_from(absolute, dropped + 64) & high_mask;
    const bool half = (bits_from(absolute, dropped - 1) & 1U) != 0;
    if (half && ((m.low & 1U) != 0 || any_below(absolute, dropped - 1))) {
      m.low = (m.low + 1) & low_mask;
      if (m.low == 0) {
        if constexpr (digits > 64) m.high = (m.high + 1) & high_mask;
        if (m.high == 0) {  // all digits were 1: the next power of two
          (digits > 64 ? m.high : m.low) = std::uint64_t{1} << ((digits - 1) % 64);
          ++m.shift;
        }
      }
    }
    return m.shift > format::largest_shift ? format::infinity(negative) : format::encode(negative, m);
  }

  std::array<std::uint64_t, words> sum_{};
  std::uint64_t seen_ = 0;
};

}  // namespace tutti::exact
