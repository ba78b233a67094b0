#include "tutti/engine/sensitivity.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace tutti {

sensitivity sensitivity_of(const arrival& begins, const std::vector<double>& ends,
                           const std::vector<double>& ends_together) {
  const std::size_t p = begins.size();
  if (p == 0 || ends.size() != p || ends_together.size() != p)
    throw std::invalid_argument("of " + std::to_string(p) + " processes " + std::to_string(ends.size()) +
                                " and " + std::to_string(ends_together.size()) + " ends are known");
  const auto [first, last] = std::ranges::minmax(begins);
  const double end = std::ranges::max(ends), n = static_cast<double>(p);
  // The same duration, computed from another start, differs by rounding errors.
  const double rounding = 1e-9 * end;
  sensitivity s{
      .together = std::ranges::max(ends_together), .last_arrival = last - first, .after_last = end - last};
  for (std::size_t r = 0; r < p; ++r) {
    const double inside = ends[r] - begins[r];
    s.mean_inside += inside / n;
    s.held_up += inside > ends_together[r] + rounding;
  }
  s.mean_inside_together = std::accumulate(ends_together.begin(), ends_together.end(), 0.0) / n;
  return s;
}

}  // namespace tutti
