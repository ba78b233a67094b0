// The problem types are those of the paper: each formula on numbers that were worked out by hand.

#include "tutti/model/problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace tutti {
namespace {

using sizes = std::vector<int>;

TEST(problems, without_chance_are_the_formulas_of_the_paper) {
  EXPECT_EQ(block_sizes(problem::same, 3, 7), (sizes{7, 7, 7}));
  EXPECT_EQ(block_sizes(problem::increasing, 4, 10), (sizes{5, 10, 15, 20}));
  EXPECT_EQ(block_sizes(problem::increasing, 6, 2), (sizes{1, 1, 2, 2, 3, 4}));  // floor(4/6) would be empty
  EXPECT_EQ(block_sizes(problem::decreasing, 4, 10), (sizes{21, 16, 11, 6}));
  EXPECT_EQ(block_sizes(problem::decreasing, 6, 1), (sizes{3, 2, 2, 2, 1, 1}));
  EXPECT_EQ(block_sizes(problem::alternating, 5, 5), (sizes{7, 3, 7, 3, 7}));
  EXPECT_EQ(block_sizes(problem::alternating, 3, 1), (sizes{1, 1, 1}));
  EXPECT_EQ(block_sizes(problem::two_blocks, 4, 9), (sizes{9, 0, 0, 9}));
  EXPECT_EQ(block_sizes(problem::two_blocks, 1, 9), (sizes{9}));
}

TEST(problems, with_chance_keep_their_ranges_and_their_average) {
  constexpr int p = 20000, b = 1000;
  const auto [least, most, mean] = [](problem type) {
    const sizes s = block_sizes(type, p, b, 42);
    const auto [low, high] = std::minmax_element(s.begin(), s.end());
    return std::tuple(*low, *high, std::accumulate(s.begin(), s.end(), 0.0) / p);
  }(problem::random);
  EXPECT_GE(least, 1);
  EXPECT_LE(most, 2 * b);
  EXPECT_NEAR(mean, b, 0.02 * b);

  const sizes bucket = block_sizes(problem::bucket, p, b, 42);
  EXPECT_GE(*std::min_element(bucket.begin(), bucket.end()), b / 2 + 1);
  EXPECT_LE(*std::max_element(bucket.begin(), bucket.end()), b / 2 + b);
  EXPECT_NEAR(std::accumulate(bucket.begin(), bucket.end(), 0.0) / p, b, 0.02 * b);

  const sizes spikes = block_sizes(problem::spikes, p, b, 42);
  const auto large = std::count(spikes.begin(), spikes.end(), 5 * b);
  EXPECT_EQ(large + std::count(spikes.begin(), spikes.end(), 1), p);
  EXPECT_NEAR(static_cast<double>(large) / p, 0.2, 0.01);
}

TEST(problems, are_the_same_for_the_same_seed_on_every_machine) {
  EXPECT_EQ(block_sizes(problem::random, 4, 10, 7), (sizes{16, 11, 19, 7}));
  for (const problem type : {problem::random, problem::bucket, problem::spikes}) {
    EXPECT_EQ(block_sizes(type, 100, 10, 7), block_sizes(type, 100, 10, 7));
    EXPECT_NE(block_sizes(type, 100, 10, 7), block_sizes(type, 100, 10, 8)) << name_of(type);
  }
}

TEST(problems, have_names_and_limits) {
  for (const problem type : all_problems) EXPECT_EQ(problem_named(name_of(type)), type);
  EXPECT_FALSE(problem_named("two blocks"));
  EXPECT_THROW(block_sizes(problem::same, 0, 1), std::invalid_argument);
  EXPECT_THROW(block_sizes(problem::same, 1, 0), std::invalid_argument);
  EXPECT_THROW(block_sizes(problem::spikes, 1, 500'000'000), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
