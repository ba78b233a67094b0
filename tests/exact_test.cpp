// Sums that are rounded once: equal to integers of any length for each order, grouping and way of summing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "exact/accumulator.hpp"
#include "exact/processor.hpp"
#include "exact/sums.hpp"

#if __has_include(<boost/multiprecision/cpp_int.hpp>)
#include <boost/multiprecision/cpp_int.hpp>
#define HAS_INTEGERS 1
#endif

namespace tutti::exact {
namespace {

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

// The bytes that hold bits of the number, without padding.
template <class T>
std::string bits_of(T x) {
  const std::size_t n = std::numeric_limits<T>::digits == 64 ? 10 : sizeof x;
  std::string bytes(n, '\0');
  std::memcpy(bytes.data(), &x, n);
  return bytes;
}

template <class T>
class sums_of_type : public ::testing::Test {
 protected:
  using limits = std::numeric_limits<T>;
  std::mt19937_64 random{20151112};

  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
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
  static constexpr int kinds = 10;
};

using types = ::testing::Types<float, double, long double>;
TYPED_TEST_SUITE(sums_of_type, types);

#if defined(HAS_INTEGERS)
using boost::multiprecision::cpp_int;

// The sum as an integer in units of the smallest positive number, rounded by a division.
template <class T>
T reference(const std::vector<T>& v) {
  using limits = std::numeric_limits<T>;
  constexpr int unit = limits::min_exponent - limits::digits;  // of the smallest positive number
  cpp_int sum = 0;
  bool nan = false, plus = false, minus = false, all_negative_zeros = !v.empty();
  for (const T x : v) {
    nan = nan || std::isnan(x);
    plus = plus || (std::isinf(x) && x > 0);
    minus = minus || (std::isinf(x) && x < 0);
    all_negative_zeros = all_negative_zeros && x == 0 && std::signbit(x);
    if (!std::isfinite(x) || x == 0) continue;
    int e = 0;
    T m = std::frexp(x, &e);
    cpp_int digits = 0;
    for (int k = 0; k < limits::digits; k += 16, e -= 16) {  // 16 bits at a time
      m *= 0x1p16F;
      const T whole = std::trunc(m);
      digits = digits * 65536 + static_cast<int>(whole);
      m -= whole;
    }
    const int shift = e - unit;
    sum += shift >= 0   ? cpp_int(digits << shift)
           : digits < 0 ? cpp_int(-(cpp_int(-digits) >> -shift))
                        : cpp_int(digits >> -shift);
  }
  if (nan || (plus && minus)) return std::copysign(limits::quiet_NaN(), T(1));
  if (plus || minus) return plus ? limits::infinity() : -limits::infinity();
  if (sum == 0) return all_negative_zeros ? -T(0) : T(0);
  const bool negative = sum < 0;
  if (negative) sum = -sum;
  const int length = static_cast<int>(boost::multiprecision::msb(sum)) + 1;
  const int shift = std::max(0, length - limits::digits);
  const cpp_int divisor = cpp_int(1) << shift;
  cpp_int quotient = sum / divisor;
  const cpp_int twice = 2 * (sum % divisor);
  if (twice > divisor || (twice == divisor && quotient % 2 != 0)) ++quotient;
  const T high = static_cast<T>(static_cast<std::uint64_t>(quotient >> 60));
  const T low = static_cast<T>(static_cast<std::uint64_t>(quotient & ((cpp_int(1) << 60) - 1)));
  const T magnitude = std::ldexp(std::ldexp(high, 60) + low, shift + unit);
  return negative ? -magnitude : magnitude;
}

TYPED_TEST(sums_of_type, are_the_rounded_sum_of_integers_in_each_order_and_grouping) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const int cases = sizeof(T) > 8 ? 4000 : 40000;
  for (int k = 0; k < cases; ++k) {
    std::vector<T> v = this->some(k % this->kinds, 1 + this->below(k % 7 == 0 ? 200 : 20));
    const T expected = reference(v);
    accumulator<T> one;
    for (const T x : v) one.add(x);
    ASSERT_EQ(bits_of(one.rounded()), bits_of(expected)) << "case " << k;

    std::shuffle(v.begin(), v.end(), this->random);
    std::vector<accumulator<T>> several(1 + static_cast<std::size_t>(this->below(5)));
    for (const T x : v) several[this->random() % several.size()].add(x);
    while (several.size() > 1) {
      several[several.size() / 2 - (several.size() == 2 ? 1 : 0)].merge(several.back());
      several.pop_back();
    }
    ASSERT_EQ(bits_of(several[0].rounded()), bits_of(expected)) << "merged, case " << k;

    accumulator<T> listed;
    by->add(reinterpret_cast<std::byte*>(&listed), reinterpret_cast<const std::byte*>(v.data()), v.size());
    ASSERT_EQ(bits_of(listed.rounded()), bits_of(expected)) << "as a list, case " << k;
  }
}

TYPED_TEST(sums_of_type, of_rows_are_those_of_integers) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const int cases = sizeof(T) > 8 ? 300 : 3000;
  for (int k = 0; k < cases; ++k) {
    const auto width = static_cast<std::size_t>(1 + this->below(k % 5 == 0 ? 150 : 5));
    const int rows = 1 + this->below(k % 3 == 0 ? 40 : 6);
    const std::vector<T> v = this->some(k % this->kinds, static_cast<int>(width) * rows);
    std::vector<T> into(width);
    by->sum_rows(reinterpret_cast<const std::byte*>(v.data()), width * sizeof(T), rows,
                 reinterpret_cast<std::byte*>(into.data()), width);
    for (std::size_t i = 0; i < width; ++i) {
      std::vector<T> column;
      for (int r = 0; r < rows; ++r) column.push_back(v[static_cast<std::size_t>(r) * width + i]);
      ASSERT_EQ(bits_of(into[i]), bits_of(reference(column))) << "case " << k << ", column " << i;
    }
  }
}

TYPED_TEST(sums_of_type, of_two_are_those_of_integers) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  for (int k = 0; k < 1000; ++k) {
    const auto n = static_cast<std::size_t>(1 + this->below(k % 5 == 0 ? 150 : 5));
    std::vector<T> a = this->some(k % this->kinds, static_cast<int>(n));
    const std::vector<T> b = this->some(k / 10 % this->kinds, static_cast<int>(n));
    std::vector<T> expected;
    for (std::size_t i = 0; i < n; ++i) expected.push_back(reference(std::vector<T>{a[i], b[i]}));
    auto* const into = reinterpret_cast<std::byte*>(a.data());
    by->sum_two(into, reinterpret_cast<const std::byte*>(b.data()), into, n);
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(bits_of(a[i]), bits_of(expected[i])) << "case " << k << ", number " << i;
  }
}
#endif

TYPED_TEST(sums_of_type, may_be_larger_than_any_number_before_they_end) {
  using T = TypeParam;
  const T most = std::numeric_limits<T>::max();
  accumulator<T> a;
  for (int k = 0; k < 1000; ++k) a.add(most);
  EXPECT_EQ(a.rounded(), std::numeric_limits<T>::infinity());
  for (int k = 0; k < 999; ++k) a.add(-most);
  EXPECT_EQ(a.rounded(), most);
}

// 2^n times the largest number, by n merges of an accumulator with itself.
TYPED_TEST(sums_of_type, hold_as_many_addends_as_stated) {
  using T = TypeParam;
  accumulator<T> a, b;
  a.add(std::numeric_limits<T>::max());
  b.add(-std::numeric_limits<T>::max());
  for (int k = 0; k < accumulator<T>::log2_capacity; ++k) {
    const accumulator<T> c = a, d = b;
    a.merge(c);
    b.merge(d);
  }
  EXPECT_EQ(a.rounded(), std::numeric_limits<T>::infinity());
  EXPECT_EQ(b.rounded(), -std::numeric_limits<T>::infinity());
  a.merge(b);
  EXPECT_EQ(bits_of(a.rounded()), bits_of(T(0)));
}

TYPED_TEST(sums_of_type, of_nothing_are_zero) {
  using T = TypeParam;
  accumulator<T> a;
  EXPECT_EQ(bits_of(a.rounded()), bits_of(T(0)));
  accumulator<T> b;
  b.add(-T(0));
  a.merge(b);
  EXPECT_EQ(bits_of(a.rounded()), bits_of(-T(0)));
}

TYPED_TEST(sums_of_type, do_not_depend_on_the_mode_of_rounding) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const std::vector<T> v = this->some(1, 3 * 100);
  const auto sum = [&](int rows) {
    std::vector<T> into(100);
    by->sum_rows(reinterpret_cast<const std::byte*>(v.data()), 100 * sizeof(T), rows,
                 reinterpret_cast<std::byte*>(into.data()), 100);
    return into;
  };
  const auto sum_two = [&] {
    std::vector<T> into(100);
    const auto* const first = reinterpret_cast<const std::byte*>(v.data());
    by->sum_two(first, first + 100 * sizeof(T), reinterpret_cast<std::byte*>(into.data()), 100);
    return into;
  };
  for (const int rows : {2, 3}) {
    const std::vector<T> nearest = sum(rows);
    std::fesetround(FE_UPWARD);
    const std::vector<T> upward = sum(rows), upward_two = sum_two();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(nearest, upward);
    if (rows == 2) {
      EXPECT_EQ(nearest, upward_two);
    }
  }
}

#if defined(__x86_64__)
TEST(sums, do_not_lose_subnormal_numbers_where_the_processor_does) {
  constexpr unsigned flushes = 0x8040;
  const double v[2] = {std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::denorm_min()};
  double into = 0;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | flushes);
  sums_of(number::f64)
      ->sum_rows(reinterpret_cast<const std::byte*>(v), sizeof(double), 2,
                 reinterpret_cast<std::byte*>(&into), 1);
  _mm_setcsr(before);
  EXPECT_EQ(into, 2 * std::numeric_limits<double>::denorm_min());
}
#endif

}  // namespace
}  // namespace tutti::exact
