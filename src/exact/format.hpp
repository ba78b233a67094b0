#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

/// Floating-point numbers as integers.
namespace tutti::exact {

/// A finite number: low + 2^64 high, times 2^shift, times the smallest positive number of its format.
struct magnitude {
  std::uint64_t low = 0, high = 0;
  int shift = 0;
};

enum class number_class : std::uint8_t { finite, infinite, not_a_number };

struct decoded {
  number_class is = number_class::finite;
  bool negative = false;
  magnitude of;
};

/// A format of IEEE 754, binary32 or binary64, whose bits an integer holds.
template <class T, class Bits>
struct short_format {
  static constexpr int digits = std::numeric_limits<T>::digits;
  static constexpr int exponents = 2 * std::numeric_limits<T>::max_exponent - 1;  ///< that of infinity
  static constexpr int largest_shift = exponents - 2;
  static constexpr int stored = digits - 1;  // the first bit of a normal number is not stored
  static constexpr Bits fraction = (Bits{1} << stored) - 1;

  static decoded decode(T x) noexcept {
    const auto bits = std::bit_cast<Bits>(x);
    const auto e = static_cast<int>(bits >> stored) & exponents;
    decoded d{.negative = (bits >> (8 * sizeof bits - 1)) != 0, .of = {.low = bits & fraction}};
    if (e == exponents)
      d.is = d.of.low == 0 ? number_class::infinite : number_class::not_a_number;
    else if (e > 0)
      d.of.low |= Bits{1} << stored, d.of.shift = e - 1;
    return d;
  }
  /// `m` has at most `digits` bits, and exactly that many if its shift is not 0.
  static T encode(bool negative, magnitude m) noexcept {
    const bool normal = m.low > fraction;
    return make(negative, normal ? m.shift + 1 : 0, static_cast<Bits>(m.low) & fraction);
  }
  static T infinity(bool negative) noexcept { return make(negative, exponents, 0); }
  static T nan() noexcept { return make(false, exponents, Bits{1} << (stored - 1)); }

 private:
  static T make(bool negative, int e, Bits f) noexcept {
    const Bits sign = Bits{negative} << (8 * sizeof f - 1);
    return std::bit_cast<T>(static_cast<Bits>(sign | static_cast<Bits>(e) << stored | f));
  }
};

/// A format of 15 bits of exponent in the memory of a long double: the 80 bits of x87, which store the first
/// bit of a normal number, or the binary128 of IEEE 754, which does not.
template <bool FirstBitStored>
struct long_format {
  static constexpr int digits = FirstBitStored ? 64 : 113;
  static constexpr int exponents = 0x7fff;
  static constexpr int largest_shift = exponents - 2;

  static decoded decode(long double x) noexcept {
    std::uint64_t words[2]{};
    std::memcpy(words, &x, bytes);
    decoded d;
    d.negative = (words[1] & sign) != 0;
    const auto e = static_cast<int>((words[1] >> exponent_at) & 0x7fff);
    const std::uint64_t high = FirstBitStored ? 0 : words[1] & upper_fraction;
    d.of = {words[0], high, e > 0 ? e - 1 : 0};
    const std::uint64_t below = FirstBitStored ? words[0] << 1U : words[0];
    // To x87, a number with the exponent of a normal number is invalid if its first bit is 0.
    const bool invalid = FirstBitStored && e > 0 && words[0] >> 63U == 0;
    if (invalid || (e == exponents && (below | high) != 0))
      d.is = number_class::not_a_number;
    else if (e == exponents)
      d.is = number_class::infinite;
    else if (!FirstBitStored && e > 0)
      d.of.high |= upper_fraction + 1;
    return d;
  }
  static long double encode(bool negative, magnitude m) noexcept {
    const bool normal = FirstBitStored ? m.low >> 63U != 0 : m.high > upper_fraction;
    return make(negative, normal ? m.shift + 1 : 0, m.low, m.high & upper_fraction);
  }
  static long double infinity(bool negative) noexcept { return make(negative, exponents, first, 0); }
  static long double nan() noexcept {
    return FirstBitStored ? make(false, exponents, first | first >> 1U, 0)
                          : make(false, exponents, 0, (upper_fraction + 1) >> 1U);
  }

 private:
  static constexpr std::size_t bytes = FirstBitStored ? 10 : 16;
  static constexpr int exponent_at = FirstBitStored ? 0 : 48;
  static constexpr std::uint64_t upper_fraction = FirstBitStored ? 0 : (std::uint64_t{1} << 48U) - 1;
  static constexpr std::uint64_t sign = std::uint64_t{0x8000} << exponent_at;
  static constexpr std::uint64_t first = FirstBitStored ? std::uint64_t{1} << 63U : 0;

  static long double make(bool negative, int e, std::uint64_t low, std::uint64_t high) noexcept {
    const std::uint64_t words[2]{low,
                                 (negative ? sign : 0) | static_cast<std::uint64_t>(e) << exponent_at | high};
    long double x = 0;  // cleared as a whole: some bytes of an x87 number hold none of its bits
    std::memset(static_cast<void*>(&x), 0, sizeof x);
    std::memcpy(&x, words, bytes);
    return x;
  }
};

/// A long double that is a double under another name, as on some processors.
struct long_double_as_double : short_format<double, std::uint64_t> {
  using base = short_format<double, std::uint64_t>;
  static decoded decode(long double x) noexcept { return base::decode(static_cast<double>(x)); }
  static long double encode(bool negative, magnitude m) noexcept { return base::encode(negative, m); }
  static long double infinity(bool negative) noexcept { return base::infinity(negative); }
  static long double nan() noexcept { return base::nan(); }
};

template <class T>
struct format_of;
template <>
struct format_of<float> : short_format<float, std::uint32_t> {};
template <>
struct format_of<double> : short_format<double, std::uint64_t> {};

/// True if sums of long double can be exact. A pair of doubles, as on POWER, has no fixed unit.
inline constexpr bool has_long_format = std::numeric_limits<long double>::digits != 106;
inline constexpr int long_digits = std::numeric_limits<long double>::digits;
template <int Digits>
struct long_double_format;
template <>
struct long_double_format<64> : long_format<true> {};
template <>
struct long_double_format<113> : long_format<false> {};
template <>
struct long_double_format<53> : long_double_as_double {};
template <>
struct format_of<long double> : long_double_format<long_digits> {};

}  // namespace tutti::exact
