#include "select/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tutti {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

const timing* find(const measured_size& at, const algorithm* a) {
  const auto t = std::ranges::find(at.by, a, &timing::use);
  return t == at.by.end() ? nullptr : &*t;
}

double price(const measured_size& at, const algorithm* a) {
  const timing* t = find(at, a);
  if (!t || !(t->median > 0)) return never;
  const timing* native = find(at, nullptr);
  if (a && native && (t->median > native->median || t->high > native->high)) return never;
  return std::log(t->median);
}

// The geometric mean of two measured sizes, rounded to the nearest integer, but above the smaller one, which
// belongs to the step before.
std::size_t middle(std::size_t below, std::size_t above) {
  const double m = std::sqrt(std::max(1.0, static_cast<double>(below)) * static_cast<double>(above));
  return std::clamp(static_cast<std::size_t>(std::llround(m)), below + 1, above);
}

}  // namespace

// The Viterbi algorithm: the shortest path through the sizes, with a row of algorithms at each:
//
//   total[k][a] = price(k, a) + min(total[k-1][a], min over b (total[k-1][b]) + reluctance)
std::vector<profile_step> thresholds(std::span<const measured_size> sizes, const hysteresis& with) {
  std::vector<const algorithm*> all{nullptr};
  for (const measured_size& at : sizes)
    for (const timing& t : at.by)
      if (std::ranges::find(all, t.use) == all.end()) all.push_back(t.use);
  const std::size_t n = all.size();
  std::vector<double> total(n, with.at_first.value_or(with.reluctance));
  total[0] = 0;                                  // native
  std::vector<std::vector<std::size_t>> before;  // [k][a]: the algorithm for size k - 1
  for (const measured_size& at : sizes) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(total) - total.begin());
    std::vector<std::size_t> from(n);
    std::vector<double> next(n);
    for (std::size_t a = 0; a < n; ++a) {
      from[a] = total[a] <= total[least] + with.reluctance ? a : least;
      next[a] = price(at, all[a]) + total[from[a]] + (from[a] == a ? 0 : with.reluctance);
    }
    before.push_back(std::move(from));
    total = std::move(next);
  }
  auto a = static_cast<std::size_t>(std::ranges::min_element(total) - total.begin());
  std::vector<profile_step> steps;
  for (std::size_t k = sizes.size(); k-- > 0;) {
    const std::size_t earlier = k > 0 ? before[k][a] : a;
    if (k == 0)
      steps.push_back({0, all[a]});
    else if (earlier != a)
      steps.push_back({middle(sizes[k - 1].bytes, sizes[k].bytes), all[a]});
    a = earlier;
  }
  if (steps.empty()) steps.push_back({});
  std::ranges::reverse(steps);
  return steps;
}

}  // namespace tutti
