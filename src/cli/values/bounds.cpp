#include "cli/values/bounds.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tutti::cli {

double bytes_moved(collective c, int p, double bytes) {
  return of_vectors(c) || is_neighbourhood(c) ? bytes : p * std::floor(bytes / p);
}

double largest_in_seconds(std::span<const stated_bound> all) {
  const stated_bound* const largest = binding(all);
  return largest ? largest->seconds : 0;
}

double bound_in_seconds(collective c, int p, double bytes, const network& on, int root) {
  if (is_neighbourhood(c) || !why_without_bounds(on).empty()) return -1;
  return largest_in_seconds(lower_bounds(c, p, bytes_moved(c, p, bytes), on, root));
}

std::optional<double> over_bound(double seconds, double bound) {
  return bound > 0 ? std::optional(seconds / bound) : std::nullopt;
}

std::string over_bound_in_words(std::optional<double> over_bound) {
  return over_bound ? fmt::format("{:.2f}", *over_bound) : "-";
}

}  // namespace tutti::cli
