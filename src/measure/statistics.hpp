#pragma once

#include <cstdint>
#include <span>
#include <vector>

// Statistics of measured times. Times are skewed, with heavy tails and unknown distributions, so nothing here
// assumes a distribution: it uses medians, orders and ranks. docs/measuring.md gives reasons and sources.
namespace tutti::measure {

/// The middle value, or half way between the two in the middle; 0 of an empty sample.
double median(std::vector<double> sample);

/// The value below which a share q of the sample lies (0 <= q <= 1), linear between neighbours (Hyndman and
/// Fan's type 7).
double quantile(std::vector<double> sample, double q);

struct interval {
  double low = 0, high = 0;
  double confidence = 0;  ///< reached: at least the requested one, unless the sample is too small
  friend bool operator==(const interval&, const interval&) = default;
};

/// A confidence interval of the median by order statistics: x_(l) .. x_(u) with the largest l for which P(l
/// <= B < u) >= confidence, u = n + 1 - l, B binomial with n trials of 1/2. Assumes only independence. From 6
/// values on, 0.95 can be reached; with fewer, returns the whole range and its confidence.
interval median_interval(std::vector<double> sample, double confidence = 0.95);

/// A confidence interval of the factor between x and y, if they differ by a factor alone: order statistics of
/// all ratios x_i / y_j, by the exact distribution of Mann and Whitney's U (Hodges and Lehmann 1963). Assumes
/// only independence. From 4 values on each side, 0.95 can be reached; with fewer, returns the whole range
/// and its confidence, which is 0.9 for 3 on each side and 0 for one.
interval ratio_interval(std::span<const double> x, std::span<const double> y, double confidence = 0.95);

struct rank_test {
  double u = 0;          ///< pairs (x, y) in which x is greater; equal ones count half
  double z = 0;          ///< u minus its mean for equal distributions, in standard deviations
  double greater = 1;    ///< p-value: x tends to be greater than y
  double different = 1;  ///< p-value, two-sided
};

/// Mann-Whitney U by the normal approximation, with the correction for ties and for continuity. Sound from
/// about 8 values per side. No difference if all values are equal, or a side is empty.
rank_test mann_whitney(std::span<const double> x, std::span<const double> y);

/// The times of one experiment, a list for each launch.
using launches = std::vector<std::vector<double>>;

/// All times in one list.
std::vector<double> pooled(const launches& all);

/// The Mann-Whitney test within each launch: the statistic is the sum of the launches' U (van Elteren's
/// stratified test with equal weights). So differences between launches do not count. Ignores launches that
/// only one side has.
rank_test mann_whitney(const launches& x, const launches& y);

struct ratio_estimate {
  double ratio = 1;  ///< median of x / median of y; medians of launches' medians
  interval bounds;   ///< of the ratio, by percentiles of the resamples
  double above = 0;  ///< the share of resamples whose ratio is more than 1 + effect
  double below = 0;  ///< the share of resamples whose ratio is less than 1 / (1 + effect)
};

/// The bootstrap of the ratio of medians in two levels: draws launches, then values within each. `paired`:
/// launch k measured both sides in alternation, so the same launches are drawn for both. Otherwise each side
/// has launches of its own, of any number. The same seed gives the same result.
ratio_estimate bootstrap_ratio(const launches& x, const launches& y, double effect = 0,
                               double confidence = 0.95, std::uint64_t seed = 1, int resamples = 1000,
                               bool paired = true);

/// The thresholds below which the verdict of a comparison is "same".
struct demands {
  double effect = 0.02;      ///< the least relative difference that matters
  double confidence = 0.95;  ///< of the verdict
  std::uint64_t seed = 1;
  int resamples = 1000;
  bool exact = false;  ///< virtual times, which are compared directly
  bool paired = true;  ///< false: no launch measured both sides, so launches differ from side to side, too
};

/// The fewest times per side for a verdict: with fewer, the normal approximation of the rank test is not
/// reliable.
constexpr std::size_t fewest_times = 8;

enum class verdict : std::uint8_t {
  same,    ///< no difference that matters was shown
  slower,  ///< x takes longer than y, by more than the effect
  faster,
};
const char* name_of(verdict v) noexcept;

struct comparison {
  verdict is = verdict::same;
  ratio_estimate by;
};

/// Compares x with y. Slower only if both tests agree: the ranks with p < 1 - confidence, and the bootstrap
/// with a share of more than `confidence` of its ratios above 1 + effect. So such a difference is significant
/// and large enough to matter. With fewer than `fewest_times` on a side, the verdict is `same`, unless times
/// are exact. If the launches are not paired, the ranks are those of all times of each side.
comparison compare(const launches& x, const launches& y, const demands& d = {});

/// True if either side has fewer than `fewest_times` times.
bool too_few(const launches& x, const launches& y);

/// p-values corrected by Holm (1979), so that each may be compared with the level for all tests together.
std::vector<double> holm_adjusted(std::span<const double> p_values);

/// True if a sample's median is known well enough: the interval's half width is within `relative` of the
/// median.
bool tight(const std::vector<double>& sample, double relative, double confidence = 0.95);

}  // namespace tutti::measure
