// Fits find what times were made from: exact times, noisy times, and times of which some are wrong.

#include "measure/fit.hpp"

#include <gtest/gtest.h>

#include <random>

namespace tutti::measure {
namespace {

double model(const std::vector<piece>& all, std::size_t n) {
  std::size_t k = all.size() - 1;
  while (k > 0 && all[k].from > n) --k;
  return all[k].alpha + all[k].beta * static_cast<double>(n);
}

// Two sizes an octave; times off by at most `noise`, every `wrong`-th one much too long.
std::vector<sized_time> times_by(const std::vector<piece>& all, double noise = 0, int wrong = 0) {
  std::mt19937_64 random(7);
  std::vector<sized_time> times;
  int k = 0;
  for (std::size_t n = 4; n <= std::size_t{4} << 20U; n *= 2)
    for (const std::size_t size : {n, n + n / 2}) {
      const double off = noise * (static_cast<double>(random() % 2001) / 1000 - 1);
      const bool outlier = wrong > 0 && ++k % wrong == 0;
      times.push_back({size, model(all, size) * (1 + off) * (outlier ? 3 : 1), noise});
    }
  return times;
}

void expect_near(const std::vector<piece>& found, const std::vector<piece>& made, double within) {
  ASSERT_EQ(found.size(), made.size());
  for (std::size_t k = 0; k < made.size(); ++k) {
    EXPECT_EQ(found[k].from, made[k].from);
    EXPECT_NEAR(found[k].alpha / made[k].alpha, 1, within) << "piece " << k;
    EXPECT_NEAR(found[k].beta / made[k].beta, 1, within) << "piece " << k;
  }
}

const std::vector<piece> one{{0, 2e-6, 4e-10}};
const std::vector<piece> three{{0, 1e-6, 1e-9}, {4096, 3e-6, 8e-10}, {65536, 9e-6, 2e-10}};

TEST(fit, is_exact_for_exact_times) {
  expect_near(fit_pieces(times_by(one)), one, 1e-6);
  expect_near(fit_pieces(times_by(three)), three, 1e-6);
}

TEST(fit, noise_makes_no_pieces) { expect_near(fit_pieces(times_by(one, 0.02)), one, 0.05); }

TEST(fit, outliers_do_not_count) {
  expect_near(fit_pieces(times_by(one, 0, 5)), one, 1e-6);
  expect_near(fit_pieces(times_by(three, 0, 7)), three, 1e-6);
  expect_near(fit_pieces(times_by(one, 0.01, 6)), one, 0.05);
}

TEST(fit, what_is_not_known_well_counts_less) {
  std::vector<sized_time> times = times_by(one);
  for (std::size_t k = 0; k < times.size(); k += 2) times[k].seconds *= 2, times[k].uncertainty = 0.5;
  expect_near(fit_pieces(times), one, 1e-6);
}

TEST(fit, keeps_to_its_limits) {
  EXPECT_EQ(fit_pieces(times_by(three), {.most_pieces = 1}).size(), 1U);
  const std::vector<piece> falling = fit_pieces({{8, 2e-6, 0}, {16, 1e-6, 0}, {32, 0.5e-6, 0}});
  ASSERT_EQ(falling.size(), 1U);
  EXPECT_GE(falling[0].beta, 0);
  EXPECT_EQ(fit_line(std::vector<sized_time>{{1000, 1e-6, 0}}).alpha, 1e-6);
  EXPECT_THROW(fit_pieces({{8, 1e-6, 0}}), std::invalid_argument);
  EXPECT_THROW(fit_pieces({{8, 1e-6, 0}, {16, 0, 0}}), std::invalid_argument);
}

TEST(fit, tells_its_error) {
  EXPECT_NEAR(error_of(three, times_by(three)), 0, 1e-9);
  EXPECT_NEAR(error_of({{0, 4e-6, 8e-10}}, times_by(one)), 1, 1e-9);
}

}  // namespace
}  // namespace tutti::measure
