// Sums that are rounded once: equal to integers of any length for each order, grouping and way of summing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <limits>
#include <random>
#include <vector>

#include "exact/accumulator.hpp"
#include "exact/processor.hpp"
#include "exact/short_accumulator.hpp"
#include "exact/sums.hpp"
#include "exact_cases.hpp"
#include "exact_mpfr.hpp"

namespace tutti::exact {
namespace {

template <class T>
class sums_of_type : public ::testing::Test, protected random_numbers<T> {};

using types = ::testing::Types<float, double, long double>;
TYPED_TEST_SUITE(sums_of_type, types);

#if defined(HAS_INTEGERS)
TYPED_TEST(sums_of_type, are_the_rounded_sum_of_integers_in_each_order_and_grouping) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const int cases = sizeof(T) > 8 ? 4000 : 40000;
  for (int k = 0; k < cases; ++k) {
    std::vector<T> v = this->some(k % this->kinds, 1 + this->below(k % 7 == 0 ? 200 : 20));
    const T expected = rounded_sum(v);
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
    by->add(reinterpret_cast<std::byte*>(&listed), bytes_of(v), v.size());
    ASSERT_EQ(bits_of(listed.rounded()), bits_of(expected)) << "as a list, case " << k;
  }
}

#if defined(HAS_MPFR)
TYPED_TEST(sums_of_type, of_integers_are_those_of_mpfr) {
  using T = TypeParam;
  if (std::numeric_limits<T>::digits == 106) GTEST_SKIP();
  const int cases = sizeof(T) > 8 ? 4000 : 40000;
  for (int k = 0; k < cases; ++k) {
    const std::vector<T> v = this->some(k % this->kinds, 1 + this->below(k % 7 == 0 ? 200 : 20));
    ASSERT_EQ(bits_of(rounded_sum(v)), bits_of(sum_by_mpfr(v))) << "case " << k;
  }
}
#endif

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
    by->sum_rows(bytes_of(v), width * sizeof(T), rows, bytes_of(into), width);
    for (std::size_t i = 0; i < width; ++i) {
      std::vector<T> column;
      for (int r = 0; r < rows; ++r) column.push_back(v[static_cast<std::size_t>(r) * width + i]);
      ASSERT_EQ(bits_of(into[i]), bits_of(rounded_sum(column))) << "case " << k << ", column " << i;
    }
  }
}

// The order has no influence on whether a sum fits. If it does, its bits are those of an accumulator.
TYPED_TEST(sums_of_type, in_short_accumulators_are_those_of_integers_or_do_not_fit) {
  using T = TypeParam;
  using brief = short_accumulator<T>;
  using limit = std::numeric_limits<T>;
  const sums* const by = sums_of(kind<T>::of);
  if (!by || by->short_bytes == 0) GTEST_SKIP();
  ASSERT_EQ(by->short_bytes, sizeof(brief));
  const auto sum_of = [&](const std::vector<T>& v, std::size_t parts, T& into) {
    std::vector<brief> each(v.size()), part(parts);
    by->begin_short(bytes_of(v), bytes_of(each), v.size());
    for (const brief& a : each) {
      auto* const to = reinterpret_cast<std::byte*>(&part[this->random() % parts]);
      by->merge_short(to, reinterpret_cast<const std::byte*>(&a), to, 1);
    }
    for (std::size_t k = 1; k < parts; ++k) {
      auto* const to = bytes_of(part);
      by->merge_short(reinterpret_cast<const std::byte*>(&part[k]), to, to, 1);
    }
    return by->round_short(bytes_of(part), reinterpret_cast<std::byte*>(&into), 1);
  };
  const int cases = sizeof(T) > 8 ? 4000 : 40000;
  int fitted = 0;
  for (int k = 0; k < cases; ++k) {
    std::vector<T> v = this->some(k % this->kinds, 1 + this->below(k % 7 == 0 ? 200 : 20));
    if (k % 5 == 0) {  // of similar magnitudes, anywhere
      const int least = limit::min_exponent + this->below(limit::max_exponent - limit::min_exponent - 110);
      for (T& x : v)
        x = std::ldexp(T(this->below(1 << 20)) * (this->below(2) ? 1 : -1), least + this->below(80));
    }
    T one = 0, several = 0;
    const bool fits = sum_of(v, 1, one);
    std::shuffle(v.begin(), v.end(), this->random);
    ASSERT_EQ(sum_of(v, 1 + static_cast<std::size_t>(this->below(5)), several), fits) << "case " << k;
    if (!fits) continue;
    ++fitted;
    const auto expected = bits_of(rounded_sum(v));
    ASSERT_EQ(bits_of(one), expected) << "case " << k;
    ASSERT_EQ(bits_of(several), expected) << "merged, case " << k;
  }
  EXPECT_GT(fitted, cases / 2);
  EXPECT_LT(fitted, cases);
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
    for (std::size_t i = 0; i < n; ++i) expected.push_back(rounded_sum(std::vector<T>{a[i], b[i]}));
    auto* const into = bytes_of(a);
    by->sum_two(into, bytes_of(b), into, n);
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

// 2^32 times a number whose bits begin at the last place of a word, by 32 merges with itself; and no more
// numbers than fit.
TYPED_TEST(sums_of_type, in_short_accumulators_hold_as_many_addends_and_magnitudes_as_stated) {
  using T = TypeParam;
  using limit = std::numeric_limits<T>;
  constexpr int range = limit::digits <= 53 ? 106 : limit::digits == 64 ? 95 : 46;
  if (limit::digits == 24) GTEST_SKIP();  // the numbers do not differ that much
  for (int e = -70; e < 70; ++e) {
    const T most = std::ldexp(T(2) - limit::epsilon(), e);
    for (const T x : {most, -most}) {
      short_accumulator<T> a(x);
      for (int k = 0; k < short_accumulator<T>::log2_capacity; ++k) {
        const short_accumulator<T> b = a;
        a.merge(b);
      }
      a.merge(short_accumulator<T>(std::ldexp(x, -range)));
      EXPECT_TRUE(a.fits());
      accumulator<T> all;
      all.add(std::ldexp(x, short_accumulator<T>::log2_capacity));
      all.add(std::ldexp(x, -range));
      EXPECT_EQ(bits_of(a.rounded()), bits_of(all.rounded())) << e;
      a.merge(short_accumulator<T>(std::ldexp(x, 60)));
      a.merge(short_accumulator<T>(std::ldexp(x, -range - 60)));
      EXPECT_FALSE(a.fits());
    }
  }
}

TYPED_TEST(sums_of_type, in_vectors_of_short_accumulators_are_rounded_only_if_all_fit) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  if (by->short_bytes == 0) {
    EXPECT_GT(2 * sizeof(short_accumulator<T>), by->accumulator_bytes);
    return;
  }
  const std::vector<T> a{T(1), T(1), std::numeric_limits<T>::max()},
      b{T(2), T(-1), std::numeric_limits<T>::min()};
  std::vector<short_accumulator<T>> left(3), right(3);
  by->begin_short(bytes_of(a), bytes_of(left), 3);
  by->begin_short(bytes_of(b), bytes_of(right), 3);
  by->merge_short(bytes_of(left), bytes_of(right), bytes_of(left), 3);
  std::vector<T> into{T(7), T(7), T(7)};
  EXPECT_FALSE(by->round_short(bytes_of(left), bytes_of(into), 3));
  EXPECT_EQ(into, (std::vector<T>{T(7), T(7), T(7)}));
  EXPECT_TRUE(by->round_short(bytes_of(left), bytes_of(into), 2));
  EXPECT_EQ(into, (std::vector<T>{T(3), T(0), T(7)}));
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

TYPED_TEST(sums_of_type, of_numbers_that_cancel_are_0_also_beside_minus_0) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const std::vector<T> v{T(1), -T(0), -T(1)};
  std::vector<T> into{T(7)};
  by->sum_rows(bytes_of(v), sizeof(T), 3, bytes_of(into), 1);
  EXPECT_EQ(bits_of(into[0]), bits_of(T(0)));
  accumulator<T> a;
  by->add(reinterpret_cast<std::byte*>(&a), bytes_of(v), v.size());
  EXPECT_EQ(bits_of(a.rounded()), bits_of(T(0)));
}

// Thousands of digits of one weight, which are carried in time.
TYPED_TEST(sums_of_type, of_long_lists_are_those_of_their_numbers) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const T most_digits = T(2) - std::numeric_limits<T>::epsilon();
  for (const T x : {most_digits, -most_digits, -T(0)}) {
    const std::vector<T> v(20000, x);
    accumulator<T> listed, one_by_one;
    by->add(reinterpret_cast<std::byte*>(&listed), bytes_of(v), v.size());
    for (const T y : v) one_by_one.add(y);
    EXPECT_EQ(bits_of(listed.rounded()), bits_of(one_by_one.rounded()));
  }
  std::vector<T> v = this->some(0, 20000), all = v;
  all.insert(all.end(), v.begin(), v.end());
  accumulator<T> listed, one_by_one;
  by->add(reinterpret_cast<std::byte*>(&listed), bytes_of(v), v.size());
  by->add(reinterpret_cast<std::byte*>(&listed), bytes_of(v), v.size());
  for (const T y : all) one_by_one.add(y);
  EXPECT_EQ(bits_of(listed.rounded()), bits_of(one_by_one.rounded()));
}

// x87's numbers whose first bit is 0, though they are normal by their exponent, are none to the processor.
TEST(sums, of_what_is_no_number_to_the_processor_are_nan) {
  if (std::numeric_limits<long double>::digits != 64) GTEST_SKIP();
  std::vector<long double> v{1.5L, 1.0L}, into{0};
  std::memset(reinterpret_cast<unsigned char*>(v.data()) + 7, 0x40, 1);  // the first bits of 1.5
  sums_of(number::extended)->sum_rows(bytes_of(v), sizeof v[0], 2, bytes_of(into), 1);
  EXPECT_EQ(bits_of(into[0]), bits_of(std::numeric_limits<long double>::quiet_NaN()));
}

TYPED_TEST(sums_of_type, do_not_depend_on_the_mode_of_rounding) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  const std::vector<T> v = this->some(1, 3 * 100);
  const auto sum = [&](int rows) {
    std::vector<T> into(100);
    by->sum_rows(bytes_of(v), 100 * sizeof(T), rows, bytes_of(into), 100);
    return into;
  };
  const auto sum_two = [&] {
    std::vector<T> into(100);
    const auto* const first = bytes_of(v);
    by->sum_two(first, first + 100 * sizeof(T), bytes_of(into), 100);
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
  const double least = std::numeric_limits<double>::denorm_min(), v[3] = {least, least, least};
  const auto* const first = reinterpret_cast<const std::byte*>(v);
  double of_two = 0, of_three = 0;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | flushes);
  sums_of(number::f64)->sum_two(first, first + sizeof least, reinterpret_cast<std::byte*>(&of_two), 1);
  sums_of(number::f64)->sum_rows(first, sizeof least, 3, reinterpret_cast<std::byte*>(&of_three), 1);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_EQ(of_two, 2 * least);
  EXPECT_EQ(of_three, 3 * least);
  EXPECT_EQ(after, before | flushes);
}
#endif

// Infinities, overflow and subnormal numbers, where a program has asked for a signal at each exception, as by
// Fortran's -ffpe-trap. The flags of exceptions are the program's, too.
TYPED_TEST(sums_of_type, raise_no_exceptions) {
  using T = TypeParam;
  const sums* const by = sums_of(kind<T>::of);
  if (!by) GTEST_SKIP();
  constexpr int rows = 3, each = 40;
  std::vector<std::vector<T>> cases;
  for (int how = 0; how < this->kinds; ++how) {
    std::vector<T> v = this->some(how, rows * each);
    v.resize(rows * each);
    cases.push_back(v);
  }
  std::vector<T> sums(each), sums_of_two(each);
  std::feclearexcept(FE_ALL_EXCEPT);
#if defined(__GLIBC__)
  feenableexcept(FE_ALL_EXCEPT);
#endif
  for (const std::vector<T>& v : cases) {
    const std::byte* const first = bytes_of(v);
    by->sum_rows(first, each * sizeof(T), rows, bytes_of(sums), each);
    by->sum_two(first, first + each * sizeof(T), bytes_of(sums_of_two), each);
  }
#if defined(__GLIBC__)
  fedisableexcept(FE_ALL_EXCEPT);
#endif
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

}  // namespace
}  // namespace tutti::exact
