#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "exact/accumulator.hpp"
#include "exact/independent.hpp"
#include "exact/short_accumulator.hpp"

/// Sums of rows: out[i] = the rounded sum of row[0][i], row[1][i], ... The fast way adds with the processor's
/// arithmetic, and proves for each sum that its bits are those of an accumulator.
///
/// Let s be the rounded sum of the rows so far, e the rounded sum of the errors of s, and r the sum of the
/// absolute values of the errors of e (each error is exact: Knuth's TwoSum). The exact sum is s + e + t with
/// |t| <= 2 r: the factor covers the rounding of r. Let hi + lo = s + e exactly.
///   r = 0: the sum is s + e, and hi is its rounded value.
///   r > 0: let d = 2 r + 2^-48 |lo| for binary64, with 2^-20 for binary32. If hi + (lo + d) and
///   hi + (lo - d) both round to hi, so does the exact sum, which is between them. The second term of d
///   covers the rounding of lo + d. (Ziv's test, 1991.)
/// An accumulator sums if that fails, or with infinities, NaN, overflow, or another rounding mode.
namespace tutti::exact {

template <class T>
struct row_sums {
  static constexpr std::size_t at_once = 256 / sizeof(T);
  static constexpr T share = sizeof(T) == sizeof(float) ? T(0x1p-20) : T(0x1p-48);

  static T load(const std::byte* numbers, std::size_t k) noexcept {
    T x;
    std::memcpy(&x, numbers + k * sizeof(T), sizeof x);
    return x;
  }
  static void store(std::byte* numbers, std::size_t k, T x) noexcept {
    std::memcpy(numbers + k * sizeof(T), &x, sizeof x);
  }

  // A short accumulator is cleared and rounded in less time, and mostly suffices.
  static T slowly(const std::byte* first, std::size_t distance, int rows, std::size_t k) noexcept {
    short_accumulator<T> brief;
    for (int i = 0; i < rows; ++i)
      brief.merge(short_accumulator<T>(load(first + static_cast<std::size_t>(i) * distance, k)));
    if (brief.fits()) [[likely]]
      return brief.rounded();
    accumulator<T> all;
    for (int i = 0; i < rows; ++i) all.add(load(first + static_cast<std::size_t>(i) * distance, k));
    return all.rounded();
  }
  static T slowly(T a, T b) noexcept {
    short_accumulator<T> brief(a);
    brief.merge(short_accumulator<T>(b));
    if (brief.fits()) [[likely]]
      return brief.rounded();
    accumulator<T> both;
    both.add(a);
    both.add(b);
    return both.rounded();
  }

  // The error of s = a + b.
  [[gnu::always_inline]] static T error(T a, T b, T s) noexcept {
    const T bb = s - a;
    return (a - (s - bb)) + (b - bb);
  }

  /// One row: NaN has one form.
  [[gnu::always_inline]] static void one(const std::byte* first, std::byte* into, std::size_t n) noexcept {
    const T nan = format_of<T>::nan();
    TUTTI_INDEPENDENT
    for (std::size_t k = 0; k < n; ++k) {
      const T x = load(first, k);
      store(into, k, x == x ? x : nan);
    }
  }

  /// Two rows: the processor's own sum is the rounded one. NaN has one form.
  [[gnu::always_inline]] static void two(const std::byte* left, const std::byte* right, std::byte* into,
                                         std::size_t n) noexcept {
    const T nan = format_of<T>::nan();
    TUTTI_INDEPENDENT
    for (std::size_t k = 0; k < n; ++k) {
      const T s = load(left, k) + load(right, k);
      store(into, k, s == s ? s : nan);
    }
  }

  /// At most `at_once` sums.
  [[gnu::always_inline]] static void several(const std::byte* first, std::size_t distance, int rows,
                                             std::byte* into, std::size_t n) noexcept {
    alignas(64) T s[at_once], e[at_once], r[at_once], sure[at_once];
    TUTTI_INDEPENDENT
    for (std::size_t k = 0; k < n; ++k) {
      const T a = load(first, k), b = load(first + distance, k);
      s[k] = a + b;
      e[k] = error(a, b, s[k]);
      r[k] = 0;
    }
    for (int i = 2; i < rows; ++i) {
      const std::byte* const row = first + static_cast<std::size_t>(i) * distance;
      TUTTI_INDEPENDENT
      for (std::size_t k = 0; k < n; ++k) {
        const T b = load(row, k), sum = s[k] + b, lost = error(s[k], b, sum), errors = e[k] + lost;
        r[k] += std::abs(error(e[k], lost, errors));
        s[k] = sum;
        e[k] = errors;
      }
    }
    TUTTI_INDEPENDENT
    for (std::size_t k = 0; k < n; ++k) {
      const T hi = s[k] + e[k], lo = error(s[k], e[k], hi);
      const T d = r[k] == 0 ? T(0) : 2 * r[k] + std::abs(lo) * share;
      const T up = hi + (lo + d), down = hi + (lo - d);
      sure[k] = (up == hi ? T(1) : T(0)) * (down == hi ? T(1) : T(0));
      s[k] = e[k] == 0 ? s[k] : hi;  // keeps -0
    }
    for (std::size_t k = 0; k < n; ++k)
      if (sure[k] == 0) [[unlikely]]
        s[k] = slowly(first, distance, rows, k);
    std::memcpy(into, s, n * sizeof(T));
  }

  [[gnu::always_inline]] static void run(const std::byte* first, std::size_t distance, int rows,
                                         std::byte* into, std::size_t n) noexcept {
    if (rows == 1) return one(first, into, n);
    if (rows == 2) return two(first, first + distance, into, n);
    for (std::size_t done = 0; done < n; done += at_once) {
      const std::size_t some = n - done < at_once ? n - done : at_once;
      several(first + done * sizeof(T), distance, rows, into + done * sizeof(T), some);
    }
  }
};

}  // namespace tutti::exact
