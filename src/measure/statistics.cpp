#include "measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <random>

namespace tutti::measure {
namespace {

double above_normal(double z) {
  return boost::math::cdf(boost::math::complement(boost::math::normal_distribution<>(), z));
}

// Like median(), but puts the sample in another order.
double take_median(std::vector<double>& x) {
  if (x.empty()) return 0;
  const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
  std::nth_element(x.begin(), middle, x.end());
  if (x.size() % 2 == 1) return *middle;
  return (*std::max_element(x.begin(), middle) + *middle) / 2;
}

// A finite quotient; 1 if both times are 0, as with one process in virtual time.
double quotient(double x, double y) {
  constexpr double most = std::numeric_limits<double>::max();
  if (y > 0) return std::min(x / y, most);
  return x > 0 ? most : 1;
}

struct u_statistic {
  double u = 0, mean = 0, variance = 0;
};

// U with the variance that ties leave: n m / 12 ((N + 1) - sum (t^3 - t) / (N (N - 1))).
u_statistic count_ranks(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size()), all = n + m;
  if (x.empty() || y.empty()) return {};
  std::vector<std::pair<double, bool>> both;
  for (const double v : x) both.emplace_back(v, true);
  for (const double v : y) both.emplace_back(v, false);
  std::ranges::sort(both);
  double ranks_of_x = 0, ties = 0;
  for (std::size_t first = 0; first < both.size();) {
    std::size_t end = first;
    double xs = 0;
    while (end < both.size() && both[end].first == both[first].first) xs += both[end++].second ? 1 : 0;
    const auto t = static_cast<double>(end - first);
    ranks_of_x += xs * (static_cast<double>(first + end + 1) / 2);  // ranks count from 1
    ties += t * t * t - t;
    first = end;
  }
  return {ranks_of_x - n * (n + 1) / 2, n * m / 2, n * m / 12 * (all + 1 - ties / (all * (all - 1)))};
}

rank_test judged(const u_statistic& s) {
  rank_test t{.u = s.u};
  if (!(s.variance > 0)) return t;
  const double off = s.u - s.mean, deviation = std::sqrt(s.variance);
  t.z = off / deviation;
  t.greater = above_normal((off - 0.5) / deviation);
  t.different = std::min(1.0, 2 * above_normal((std::abs(off) - 0.5) / deviation));
  return t;
}

// The probabilities of U = 0, 1, ..., n m if both samples have the same distribution. They are the
// coefficients of the Gaussian binomial: the product over i = 1..n of (1 - q^(m+i)) / (1 - q^i), divided by
// its value at 1.
std::vector<double> distribution_of_u(std::size_t n, std::size_t m) {
  std::vector<double> p(n * m + 1);
  p[0] = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t k = p.size(); k-- > m + i;) p[k] -= p[k - m - i];
    for (std::size_t k = i; k < p.size(); ++k) p[k] += p[k - i];
    for (double& x : p) x *= static_cast<double>(i) / static_cast<double>(m + i);
  }
  return p;
}

double median_of_medians(const launches& x) {
  std::vector<double> medians;
  for (const auto& l : x) medians.push_back(median(l));
  return take_median(medians);
}

// The launches that have times; if paired, those that have times on both sides.
std::pair<launches, launches> compared_launches(const launches& x, const launches& y, bool paired) {
  if (paired) {
    std::pair<launches, launches> both;
    for (std::size_t l = 0; l < std::min(x.size(), y.size()); ++l)
      if (!x[l].empty() && !y[l].empty()) both.first.push_back(x[l]), both.second.push_back(y[l]);
    return both;
  }
  const auto some = [](launches all) {
    std::erase_if(all, [](const auto& l) { return l.empty(); });
    return all;
  };
  return {some(x), some(y)};
}

// Medians of resamples, without drawing the resamples. Value i of a resample is x_(floor(n U_i)) with a
// uniform U_i. This is ascending in U, so the median is x_(floor(n U_(m))). U_(m), the m-th smallest of n
// uniform numbers, has a beta distribution, which is a ratio of gamma distributed numbers. For even n, the
// next U is needed, too: the smallest of the remaining n - m.
class resampler {
 public:
  explicit resampler(std::vector<double> sample)
      : sorted_(std::move(sample)),
        n_(static_cast<double>(sorted_.size())),
        m_(std::floor((n_ + 1) / 2)),
        below_(m_),
        above_(n_ + 1 - m_) {
    std::ranges::sort(sorted_);
  }
  double median(std::mt19937_64& random) {
    const double under = below_(random), over = above_(random), u = under / (under + over);
    if (sorted_.size() % 2 == 1) return at(u);
    const double next = 1 - (1 - u) * std::pow(even_(random), 1 / (n_ - m_));
    return (at(u) + at(next)) / 2;
  }

 private:
  [[nodiscard]] double at(double u) const {
    return sorted_[std::min(sorted_.size() - 1, static_cast<std::size_t>(u * n_))];
  }
  std::vector<double> sorted_;
  double n_, m_;
  std::gamma_distribution<> below_, above_;
  std::uniform_real_distribution<> even_;
};

}  // namespace

double median(std::vector<double> sample) { return take_median(sample); }

double quantile(std::vector<double> sample, double q) {
  if (sample.empty()) return 0;
  std::ranges::sort(sample);
  const double at = q * static_cast<double>(sample.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  if (low + 1 >= sample.size()) return sample.back();
  return sample[low] + (at - static_cast<double>(low)) * (sample[low + 1] - sample[low]);
}

interval median_interval(std::vector<double> sample, double confidence) {
  const std::size_t n = sample.size();
  if (n == 0) return {};
  std::ranges::sort(sample);
  const boost::math::binomial_distribution<> heads(static_cast<double>(n), 0.5);
  // x_(l) is above the median with probability P(B < l), and by symmetry x_(n + 1 - l) below it.
  const auto reached = [&](std::size_t l) {
    return 1 - 2 * boost::math::cdf(heads, static_cast<double>(l) - 1);
  };
  if (n == 1) return {sample[0], sample[0], 0};
  std::size_t l = 1;
  while (2 * (l + 1) < n + 1 && reached(l + 1) >= confidence) ++l;
  return {sample[l - 1], sample[n - l], reached(l)};
}

interval ratio_interval(std::span<const double> x, std::span<const double> y, double confidence) {
  std::vector<double> ratios;
  for (const double a : x)
    for (const double b : y) ratios.push_back(quotient(a, b));
  if (ratios.empty()) return {};
  std::ranges::sort(ratios);
  // P(ratio l is above the factor) = P(U < l), and by symmetry for the l-th largest one.
  const std::vector<double> u = distribution_of_u(x.size(), y.size());
  double below = u[0];
  std::size_t l = 1;
  while (2 * (l + 1) < ratios.size() + 1 && 1 - 2 * (below + u[l]) >= confidence) below += u[l++];
  return {ratios[l - 1], ratios[ratios.size() - l], std::max(0.0, 1 - 2 * below)};
}

std::vector<double> pooled(const launches& all) {
  std::vector<double> times;
  for (const auto& l : all) times.insert(times.end(), l.begin(), l.end());
  return times;
}

rank_test mann_whitney(std::span<const double> x, std::span<const double> y) {
  return judged(count_ranks(x, y));
}

rank_test mann_whitney(const launches& x, const launches& y) {
  u_statistic sum;
  for (std::size_t l = 0; l < std::min(x.size(), y.size()); ++l) {
    const u_statistic one = count_ranks(x[l], y[l]);
    sum.u += one.u, sum.mean += one.mean, sum.variance += one.variance;
  }
  return judged(sum);
}

ratio_estimate bootstrap_ratio(const launches& x, const launches& y, double effect, double confidence,
                               std::uint64_t seed, int resamples, bool paired) {
  ratio_estimate r;
  const auto [left, right] = compared_launches(x, y, paired);
  if (left.empty() || right.empty()) return r;
  r.ratio = quotient(median_of_medians(left), median_of_medians(right));
  std::mt19937_64 random(seed);
  std::vector<resampler> from_x(left.begin(), left.end()), from_y(right.begin(), right.end());
  const auto one_of = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<double> of_x(left.size()), of_y(right.size()), ratios;
  for (int k = 0; k < resamples; ++k) {
    if (paired) {
      for (std::size_t l = 0; l < left.size(); ++l) {
        const std::size_t launch = one_of(left.size());
        of_x[l] = from_x[launch].median(random);
        of_y[l] = from_y[launch].median(random);
      }
    } else {
      for (double& m : of_x) m = from_x[one_of(left.size())].median(random);
      for (double& m : of_y) m = from_y[one_of(right.size())].median(random);
    }
    const double ratio = quotient(take_median(of_x), take_median(of_y));
    ratios.push_back(ratio);
    if (ratio > 1 + effect) r.above += 1;
    if (ratio < 1 / (1 + effect)) r.below += 1;
  }
  const auto count = static_cast<double>(std::max<std::size_t>(1, ratios.size()));
  r.above /= count, r.below /= count;
  r.bounds = {quantile(ratios, (1 - confidence) / 2), quantile(ratios, (1 + confidence) / 2), confidence};
  return r;
}

const char* name_of(verdict v) noexcept {
  constexpr std::array names{"same", "slower", "faster"};
  return names[static_cast<std::size_t>(v)];
}

comparison compare(const launches& x, const launches& y, const demands& d) {
  comparison c;
  if (const auto [left, right] = compared_launches(x, y, d.paired); left.empty() || right.empty()) return c;
  c.by = bootstrap_ratio(x, y, d.effect, d.confidence, d.seed, d.resamples, d.paired);
  if (d.exact) {
    if (c.by.ratio > 1 + d.effect) c.is = verdict::slower;
    if (c.by.ratio < 1 / (1 + d.effect)) c.is = verdict::faster;
    return c;
  }
  const rank_test ranks = d.paired ? mann_whitney(x, y) : mann_whitney(pooled(x), pooled(y));
  const double not_greater = 1 - ranks.greater, not_less = ranks.z < 0 ? 1 - ranks.different / 2 : 0;
  const double slower = std::min(not_greater, c.by.above), faster = std::min(not_less, c.by.below);
  if (too_few(x, y)) return c;
  if (slower > d.confidence)
    c.is = verdict::slower;
  else if (faster > d.confidence)
    c.is = verdict::faster;
  return c;
}

bool too_few(const launches& x, const launches& y) {
  const auto times = [](const launches& all) {
    std::size_t n = 0;
    for (const auto& l : all) n += l.size();
    return n;
  };
  return std::min(times(x), times(y)) < fewest_times;
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return p_values[k]; });
  std::vector<double> adjusted(p_values.size(), 1);
  double before = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    before = std::max(before, std::min(1.0, static_cast<double>(order.size() - k) * p_values[order[k]]));
    adjusted[order[k]] = before;
  }
  return adjusted;
}

bool tight(const std::vector<double>& sample, double relative, double confidence) {
  const interval i = median_interval(sample, confidence);
  return i.confidence >= confidence && (i.high - i.low) / 2 <= relative * median(sample);
}

}  // namespace tutti::measure
