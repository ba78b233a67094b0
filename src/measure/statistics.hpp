#pragma once

#include <cstdint>
#include <span>
#include <vector>

// What measured times allow to be said. Times are skewed, have heavy tails and no known distribution, so that nothing here
// assumes one: medians, orders and ranks. docs/measuring.md says why, and cites.
namespace tutti::measure {

/// The middle one, or half way between the two in the middle. 0 of nothing.
double median(std::vector<double> sample);

/// The value below which a share q of the sample lies (0 <= q <= 1), linear between neighbours (Hyndman and Fan's type 7).
double quantile(std::vector<double> sample, double q);

struct interval {
  double low = 0, high = 0;
  double confidence = 0;  ///< that was reached: at least what was asked for, unless the sample is too small
  friend bool operator==(const interval&, const interval&) = default;
};

/// A confidence interval of the median by order statistics: x_(l) .. x_(u) with the largest l for which
/// P(l <= B < u) >= confidence, u = n + 1 - l, B binomial with n trials of 1/2. No assumption but independence. From 6
/// values on, 0.95 can be reached; below, the whole range with the confidence that it has.
interval median_interval(std::vector<double> sample, double confidence = 0.95);

struct rank_test {
  double u = 0;            ///< pairs (x, y) in which x is greater, those that are equal counted half
  double z = 0;            ///< u in standard deviations from what equal distributions would give
  double greater = 1;      ///< p-value: x tends to be greater than y
  double different = 1;    ///< p-value, two-sided
  double superiority = 0;  ///< u / (n m): the chance that an x is greater than a y
};

/// Mann-Whitney U by the normal approximation, with the correction for ties and for continuity. Sound from about 8 values a
/// side. All values equal, or none on a side: no difference.
rank_test mann_whitney(std::span<const double> x, std::span<const double> y);

/// The times of one experiment, a list for each launch.
using launches = std::vector<std::vector<double>>;

/// All of them in one list.
std::vector<double> pooled(const launches& all);

/// Mann-Whitney within each launch and the sum of the launches' U (van Elteren's stratified test with equal weights): what
/// differs between launches is not taken for a difference. Launches that only one side has are left out.
rank_test mann_whitney(const launches& x, const launches& y);

struct ratio_estimate {
  double ratio = 1;  ///< median of x / median of y; medians of launches' medians
  interval bounds;   ///< of the ratio, by percentiles of the resamples
  double above = 0;  ///< the share of resamples whose ratio is more than 1 + effect
  double below = 0;  ///< less than 1 / (1 + effect)
  int resamples = 0;
};

/// The bootstrap of the ratio of medians in two levels: launches are drawn (the same for both sides, as they were measured
/// side by side), then values within each. The same seed gives the same result.
ratio_estimate bootstrap_ratio(const launches& x, const launches& y, double effect = 0,
                               double confidence = 0.95, std::uint64_t seed = 1, int resamples = 1000);

/// What is asked of a comparison before it says more than "same".
struct demands {
  double effect = 0.02;      ///< the least relative difference that matters
  double confidence = 0.95;  ///< of what is said
  std::uint64_t seed = 1;
  int resamples = 1000;
  bool exact = false;  ///< virtual times: they are compared as they are
};

/// The fewest times of a side that say anything: below, the normal approximation of the ranks is not to be trusted.
constexpr std::size_t fewest_times = 8;

enum class verdict : std::uint8_t {
  same,    ///< no difference that matters could be shown
  slower,  ///< x takes longer than y, by more than the effect
  faster,
};
const char* name_of(verdict v) noexcept;

struct comparison {
  verdict is = verdict::same;
  ratio_estimate by;
  rank_test ranks;
  double confidence = 0;  ///< of the verdict, or, where it is same, of the stronger side
};

/// x against y: slower only if both tests say so, the ranks with p < 1 - confidence and the bootstrap with that share of
/// ratios beyond 1 + effect; so a violation is a difference that is both significant and large enough to matter. Fewer than
/// `fewest_times` of a side are always the same, unless they are exact.
comparison compare(const launches& x, const launches& y, const demands& d = {});

/// Whether either side has fewer than `fewest_times`.
bool too_few(const launches& x, const launches& y);

/// p-values corrected so that each may be compared with the level that is asked of all together: Holm (1979).
std::vector<double> holm_adjusted(std::span<const double> p_values);

/// Whether a sample's median is known well enough: the interval's half width within `relative` of the median.
bool tight(const std::vector<double>& sample, double relative, double confidence = 0.95);

}  // namespace tutti::measure
