// The statistics against values that others have published or computed.

#include "measure/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tutti::measure {
namespace {

std::vector<double> from_1_to(int n) {
  std::vector<double> x;
  for (int i = 1; i <= n; ++i) x.push_back(i);
  return x;
}

std::vector<double> skewed(int n, double factor, unsigned seed) {
  std::mt19937 random(seed);
  std::lognormal_distribution<> times(0, 0.1);
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(factor * times(random));
  return x;
}

TEST(median, of_odd_even_and_nothing) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({}), 0);
}

TEST(quantile, interpolates_as_type_seven) {  // R: quantile(1:10, c(.1, .25, .99))
  EXPECT_DOUBLE_EQ(quantile(from_1_to(10), 0.1), 1.9);
  EXPECT_DOUBLE_EQ(quantile(from_1_to(10), 0.25), 3.25);
  EXPECT_DOUBLE_EQ(quantile(from_1_to(10), 0.99), 9.91);
  EXPECT_DOUBLE_EQ(quantile(from_1_to(10), 1), 10);
}

// The pairs of orders by the tables of Mann and Whitney's U, two-sided 5 percent: for n = m = 5 the critical
// value is 2, for 8 it is 13, for 20 it is 127. (Milton 1964.)
TEST(ratio_interval, uses_the_orders_of_the_tables) {
  for (const auto& [n, critical] : {std::pair(5, 2), {8, 13}, {10, 23}, {20, 127}}) {
    std::vector<double> x, y(static_cast<std::size_t>(n), 1.0), ratios;
    for (int i = 0; i < n; ++i) x.push_back(i + 1), y[static_cast<std::size_t>(i)] = std::exp(0.37 * i);
    for (const double a : x)
      for (const double b : y) ratios.push_back(a / b);
    std::ranges::sort(ratios);
    const interval i = ratio_interval(x, y);
    EXPECT_EQ(i.low, ratios[static_cast<std::size_t>(critical)]) << n;
    EXPECT_EQ(i.high, ratios[ratios.size() - 1 - static_cast<std::size_t>(critical)]) << n;
    EXPECT_GE(i.confidence, 0.95);
  }
}

TEST(ratio_interval, says_where_the_samples_are_too_small) {
  const std::vector<double> x{2, 4, 8}, y{1, 1, 2};
  const interval i = ratio_interval(x, y);
  EXPECT_EQ(i.low, 1);
  EXPECT_EQ(i.high, 8);
  EXPECT_DOUBLE_EQ(i.confidence, 1 - 2.0 / 20);
  EXPECT_DOUBLE_EQ(ratio_interval(from_1_to(4), from_1_to(4)).confidence, 1 - 2.0 / 70);
  EXPECT_EQ(ratio_interval(from_1_to(1), from_1_to(1)).confidence, 0);
  EXPECT_EQ(ratio_interval({}, x), interval{});
}

// Of equal distributions the factor is 1.
TEST(ratio_interval, contains_the_factor_as_often_as_it_says) {
  int inside = 0;
  constexpr int trials = 2000;
  for (unsigned k = 0; k < trials; ++k) {
    const interval i = ratio_interval(skewed(4, 3, 2 * k), skewed(5, 1, 2 * k + 1));
    inside += i.low <= 3 && 3 <= i.high;
  }
  EXPECT_NEAR(inside / double{trials}, ratio_interval(from_1_to(4), from_1_to(5)).confidence, 0.015);
}

// Conover, Practical Nonparametric Statistics: the pairs of orders for 95 percent.
TEST(median_interval, uses_the_orders_of_the_tables) {
  struct known {
    int n, low, high;
    double confidence;
  };
  for (const known k : {known{6, 1, 6, 0.96875}, known{10, 2, 9, 0.978515625}, known{15, 4, 12, 0.96484375},
                        known{20, 6, 15, 0.9586105}, known{25, 8, 18, 0.9567147}}) {
    const interval i = median_interval(from_1_to(k.n));
    EXPECT_EQ(i.low, k.low) << k.n;
    EXPECT_EQ(i.high, k.high) << k.n;
    EXPECT_NEAR(i.confidence, k.confidence, 1e-7) << k.n;
  }
}

TEST(median_interval, says_where_the_sample_is_too_small) {
  const interval i = median_interval(from_1_to(5));
  EXPECT_EQ(i.low, 1);
  EXPECT_EQ(i.high, 5);
  EXPECT_DOUBLE_EQ(i.confidence, 1 - 2.0 / 32);
  EXPECT_FALSE(tight({1, 1, 1, 1, 1}, 0.5));
  EXPECT_EQ(median_interval({7}), (interval{7, 7, 0}));
}

TEST(median_interval, holds_the_median_as_often_as_it_says) {
  std::mt19937 random(5);
  std::exponential_distribution<> times(1);
  int held = 0;
  constexpr int trials = 4000;
  for (int t = 0; t < trials; ++t) {
    std::vector<double> x(30);
    for (double& v : x) v = times(random);
    const interval i = median_interval(x);
    held += i.low <= std::log(2) && std::log(2) <= i.high;
  }
  EXPECT_NEAR(held / double(trials), median_interval(from_1_to(30)).confidence, 0.01);
}

// R: wilcox.test(x, y, exact = FALSE, correct = TRUE), data of Hollander and Wolfe (1973), p. 69.
TEST(mann_whitney, agrees_with_r_without_ties) {
  const std::vector<double> x{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46},
      y{1.15, 0.88, 0.90, 0.74, 1.21};
  const rank_test t = mann_whitney(x, y);
  EXPECT_EQ(t.u, 35);
  EXPECT_NEAR(t.greater, 0.1223, 5e-5);
}

// By hand: pooled 1 1 2 2 2 3 4 5, ranks 1.5 1.5 4 4 4 6 7 8; x = 1 2 2 3, R = 15.5, U = 5.5; ties 6 + 24 of
// 8 values: variance 16/12 (9 - 30/56) = 11.2857, z = -2.5 / 3.35942 = -0.74417, with continuity 2 / 3.35942
// = 0.59534.
TEST(mann_whitney, corrects_for_ties) {
  const std::vector<double> x{1, 2, 2, 3}, y{1, 2, 4, 5};
  const rank_test t = mann_whitney(x, y);
  EXPECT_DOUBLE_EQ(t.u, 5.5);
  EXPECT_NEAR(t.z, -0.74417, 1e-5);
  EXPECT_NEAR(t.different, std::erfc(0.5953405 / std::sqrt(2)), 1e-6);
}

TEST(mann_whitney, finds_no_difference_where_there_is_none) {
  const std::vector<double> same(20, 3.5), none;
  EXPECT_EQ(mann_whitney(same, same).different, 1);
  EXPECT_EQ(mann_whitney(same, none).different, 1);
}

TEST(mann_whitney, does_not_take_launches_for_a_difference) {
  const launches x{skewed(20, 1, 1), skewed(20, 3, 2)}, y{skewed(20, 1, 3), skewed(20, 3, 4)};
  EXPECT_GT(mann_whitney(x, y).different, 0.05);
  const launches slower{skewed(20, 1.2, 5), skewed(20, 3.6, 6)};
  EXPECT_LT(mann_whitney(slower, y).greater, 1e-4);  // though the launches differ by more
}

TEST(bootstrap, finds_the_ratio_and_its_bounds) {
  const ratio_estimate r = bootstrap_ratio({skewed(60, 1.5, 1)}, {skewed(60, 1, 2)}, 0.1);
  EXPECT_NEAR(r.ratio, 1.5, 0.06);
  EXPECT_LT(r.bounds.low, 1.5);
  EXPECT_GT(r.bounds.high, 1.5);
  EXPECT_GT(r.bounds.low, 1.35);
  EXPECT_LT(r.bounds.high, 1.65);
  EXPECT_EQ(r.above, 1);
  EXPECT_EQ(r.below, 0);
  const ratio_estimate again = bootstrap_ratio({skewed(60, 1.5, 1)}, {skewed(60, 1, 2)}, 0.1);
  EXPECT_EQ(r.bounds, again.bounds);
}

// Of the 27 resamples of 1, 2, 3 seven have the median 3; of the 4 of 1, 3 one has only 3s.
TEST(bootstrap, draws_medians_as_often_as_resamples_have_them) {
  const ratio_estimate odd = bootstrap_ratio({{1, 2, 3}}, {{1}}, 1.5, 0.95, 1, 20000);
  EXPECT_NEAR(odd.above, 7.0 / 27, 0.01);
  EXPECT_NEAR(odd.bounds.low, 1, 1e-12);
  const ratio_estimate even = bootstrap_ratio({{1, 3}}, {{1}}, 1.5, 0.95, 1, 20000);  // means 1, 2, 2, 3
  EXPECT_NEAR(even.above, 0.25, 0.01);
  EXPECT_NEAR(bootstrap_ratio({{1, 3}}, {{1}}, 0.5, 0.95, 1, 20000).above, 0.75, 0.01);
}

TEST(bootstrap, compares_times_that_are_none) {
  EXPECT_EQ(bootstrap_ratio({{0, 0}}, {{0}}).ratio, 1);
  const ratio_estimate mixed = bootstrap_ratio({{0, 0, 1}}, {{0, 1, 1}});
  EXPECT_EQ(mixed.ratio, 0);
  EXPECT_LE(mixed.bounds.low, mixed.bounds.high);  // neither is a ratio of 0 to 0
}

TEST(bootstrap, knows_that_launches_differ) {
  // Launches' ratios go from 0.8 to 1.25: the bounds are as wide as that, however many repetitions there are.
  const launches x{skewed(200, 0.8, 1), skewed(200, 1, 2), skewed(200, 1.25, 3)},
      y{skewed(200, 1, 4), skewed(200, 1, 5), skewed(200, 1, 6)};
  const ratio_estimate r = bootstrap_ratio(x, y);
  EXPECT_LT(r.bounds.low, 0.85);
  EXPECT_GT(r.bounds.high, 1.2);
}

// Three launches of each side, all of which differ by more than the repetitions of one.
TEST(bootstrap, does_not_pair_launches_that_measured_one_side_each) {
  const launches x{skewed(200, 0.9, 1), skewed(200, 1, 2), skewed(200, 1.2, 3)},
      y{skewed(200, 1, 4), skewed(200, 1.1, 5), skewed(200, 1.3, 6)};
  EXPECT_EQ(compare(x, y).is, verdict::faster);  // if launch k measured both sides
  EXPECT_EQ(compare(x, y, {.paired = false}).is, verdict::same);
  const launches far{skewed(200, 2, 7), skewed(200, 2.2, 8)};
  const comparison slower = compare(far, y, {.paired = false});  // of two launches, with three
  EXPECT_EQ(slower.is, verdict::slower);
  EXPECT_NEAR(slower.by.ratio, 2.1 / 1.1, 0.1);
  EXPECT_EQ(compare(y, far, {.paired = false}).is, verdict::faster);
}

TEST(compare, asks_for_significance_and_effect) {
  const launches one{skewed(50, 1, 1)}, much{skewed(50, 1.2, 2)}, little{skewed(2000, 1.015, 3)},
      many{skewed(2000, 1, 4)};
  EXPECT_EQ(compare(much, one).is, verdict::slower);
  EXPECT_EQ(compare(one, much).is, verdict::faster);
  EXPECT_LT(mann_whitney(little, many).greater, 0.001);  // significant, and too small to matter
  EXPECT_EQ(compare(little, many).is, verdict::same);
  EXPECT_EQ(compare({{1, 9}}, {{0.5, 8}}).is, verdict::same);  // large, and not significant
}

TEST(compare, rarely_finds_a_difference_of_equals) {
  int wrong = 0;
  for (unsigned k = 0; k < 200; ++k)
    wrong +=
        compare({skewed(25, 1, 2 * k)}, {skewed(25, 1, 2 * k + 1)}, {.effect = 0, .resamples = 200}).is !=
        verdict::same;
  EXPECT_LE(wrong, 22);  // two sides of 5 percent each
  wrong = 0;
  for (unsigned k = 0; k < 200; ++k)
    wrong +=
        compare({skewed(25, 1, 2 * k)}, {skewed(25, 1, 2 * k + 1)}, {.effect = 0.05, .resamples = 200}).is !=
        verdict::same;
  EXPECT_LE(wrong, 4);
}

TEST(compare, takes_exact_times_as_they_are) {
  EXPECT_EQ(compare({{1.1}}, {{1.0}}, {.exact = true}).is, verdict::slower);
  EXPECT_EQ(compare({{1.01}}, {{1.0}}, {.exact = true}).is, verdict::same);
  EXPECT_EQ(compare({}, {{1.0}}, {.exact = true}).is, verdict::same);
}

TEST(compare, finds_nothing_in_few_times) {
  EXPECT_EQ(compare({{2}}, {{1}}).is, verdict::same);
  for (const std::size_t n : {fewest_times - 1, fewest_times}) {
    const launches x{std::vector<double>(n, 2.0)}, y{std::vector<double>(fewest_times, 1.0)};
    EXPECT_EQ(compare(x, y).is, n < fewest_times ? verdict::same : verdict::slower);
    EXPECT_EQ(compare(y, x).is, n < fewest_times ? verdict::same : verdict::faster);
  }
}

TEST(holm, corrects_as_in_the_paper) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = holm_adjusted(p);
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};  // R: p.adjust(p, "holm")
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(adjusted[k], expected[k], 1e-12);
  EXPECT_TRUE(holm_adjusted({}).empty());
}

}  // namespace
}  // namespace tutti::measure
