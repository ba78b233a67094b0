#pragma once

// Numbers whose sums are hard to round, and their sums as integers of any length: the reference of tests of
// exact sums.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "exact/sums.hpp"

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
#include <boost/multiprecision/cpp_int.hpp>
#define HAS_INTEGERS 1
#endif

namespace tutti::exact {

template <class T>
struct kind;
template <>
struct kind<float> {
  static constexpr number of = number::f32;
};
template <>
struct kind<double> {
  static constexpr number of = number::f64;
};
template <>
struct kind<long double> {
  static constexpr number of = number::extended;
};

template <class T>
const std::byte* bytes_of(const std::vector<T>& v) {
  return reinterpret_cast<const std::byte*>(v.data());
}
template <class T>
std::byte* bytes_of(std::vector<T>& v) {
  return reinterpret_cast<std::byte*>(v.data());
}

// The bytes that hold bits of the number, without padding.
template <class T>
std::string bits_of(T x) {
  const std::size_t n = std::numeric_limits<T>::digits == 64 ? 10 : sizeof x;
  std::string bytes(n, '\0');
  std::memcpy(bytes.data(), &x, n);
  return bytes;
}

/// Numbers of many kinds.
template <class T>
class random_numbers {
 public:
  using limits = std::numeric_limits<T>;
  static constexpr int kinds = 10;

  explicit random_numbers(std::uint64_t seed = 20151112) : random(seed) {}

  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
  /// At least n numbers of one kind, in random order.
  std::vector<T> some(int how, int n) {
    std::vector<T> v;
    while (static_cast<int>(v.size()) < n) {
      switch (how) {
        case 0: v.push_back(anything()); break;
        case 1: v.push_back(near_one()); break;
        case 2: v.push_back(power_of_two()); break;
        case 3: v.push_back(subnormal()); break;
        case 4: v.push_back(largest()); break;
        case 5: v.push_back(zero()); break;
        case 6: v.push_back(nearly_a_tie()); break;
        case 7: v.push_back(below(4) ? near_one() : special()); break;
        case 8:  // cancels, except sometimes one
          v.push_back(anything());
          v.push_back(-v.back());
          if (below(3) == 0) v.push_back(near_one());
          break;
        default: v.push_back(below(2) ? anything() : near_one());
      }
    }
    std::shuffle(v.begin(), v.end(), random);
    return v;
  }

  std::mt19937_64 random;

 private:
  T sign() { return random() % 2 ? T(1) : T(-1); }
  // Any exponent between the least subnormal and the largest number, and random digits.
  T of_exponent(int least, int most) {
    const T digits = T(1) + static_cast<T>(random()) / static_cast<T>(0x1p64L);
    return sign() * std::ldexp(std::min(digits, T(2) - limits::epsilon()), least + below(most - least + 1));
  }
  T anything() { return of_exponent(limits::min_exponent - limits::digits, limits::max_exponent - 1); }
  T near_one() { return of_exponent(-3, 3); }
  T power_of_two() { return sign() * std::ldexp(T(1), below(2 * limits::digits) - limits::digits); }
  T subnormal() { return sign() * static_cast<T>(below(1000)) * limits::denorm_min(); }
  T largest() { return sign() * (below(4) ? limits::max() : std::ldexp(T(1), limits::max_exponent - 1)); }
  T special() {
    const T all[] = {
        T(0), -T(0), limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -limits::quiet_NaN()};
    return all[below(6)];
  }
  T zero() { return below(3) ? -T(0) : T(0); }
  T nearly_a_tie() {
    const T all[] = {T(1), limits::epsilon() / 2, limits::denorm_min(), -limits::epsilon() / 4};
    return sign() * all[below(4)];
  }
};

#if defined(HAS_INTEGERS)
/// A sum as an integer in units of the smallest positive number, rounded by a division.
template <class T>
class integer_sum {
  using limits = std::numeric_limits<T>;
  using integer = boost::multiprecision::cpp_int;
  static constexpr int unit = limits::min_exponent - limits::digits;  // of the smallest positive number

 public:
  void add(T x) {
    nan_ = nan_ || std::isnan(x);
    plus_ = plus_ || (std::isinf(x) && x > 0);
    minus_ = minus_ || (std::isinf(x) && x < 0);
    only_negative_zeros_ = (only_negative_zeros_ || empty_) && x == 0 && std::signbit(x);
    empty_ = false;
    if (!std::isfinite(x) || x == 0) return;
    int e = 0;
    T m = std::frexp(x, &e);
    integer digits = 0;
    for (int k = 0; k < limits::digits; k += 16, e -= 16) {  // 16 bits at a time
      m *= 0x1p16F;
      const T whole = std::trunc(m);
      digits = digits * 65536 + static_cast<int>(whole);
      m -= whole;
    }
    const int shift = e - unit;
    sum_ += shift >= 0   ? integer(digits << shift)
            : digits < 0 ? integer(-(integer(-digits) >> -shift))
                         : integer(digits >> -shift);
  }
  [[nodiscard]] T rounded() const {
    if (nan_ || (plus_ && minus_)) return std::copysign(limits::quiet_NaN(), T(1));
    if (plus_ || minus_) return plus_ ? limits::infinity() : -limits::infinity();
    if (sum_ == 0) return only_negative_zeros_ ? -T(0) : T(0);
    const bool negative = sum_ < 0;
    const integer size = negative ? integer(-sum_) : sum_;
    const int length = static_cast<int>(boost::multiprecision::msb(size)) + 1;
    const int shift = std::max(0, length - limits::digits);
    const integer divisor = integer(1) << shift;
    integer quotient = size / divisor;
    const integer twice = 2 * (size % divisor);
    if (twice > divisor || (twice == divisor && quotient % 2 != 0)) ++quotient;
    const T high = static_cast<T>(static_cast<std::uint64_t>(quotient >> 60));
    const T low = static_cast<T>(static_cast<std::uint64_t>(quotient & ((integer(1) << 60) - 1)));
    const T magnitude = std::ldexp(std::ldexp(high, 60) + low, shift + unit);
    return negative ? -magnitude : magnitude;
  }

 private:
  integer sum_ = 0;
  bool nan_ = false, plus_ = false, minus_ = false, only_negative_zeros_ = false, empty_ = true;
};

template <class T>
T rounded_sum(const std::vector<T>& v) {
  integer_sum<T> s;
  for (const T x : v) s.add(x);
  return s.rounded();
}
#endif

}  // namespace tutti::exact
