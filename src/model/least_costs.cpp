#include "model/least_costs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tutti {

std::optional<affine> affine_between(const cost_model& model, int from, int to) {
  constexpr std::size_t n = std::size_t{1} << 20U;
  const auto none = model.of(from, to, 0, 1), one = model.of(from, to, n, 1),
             two = model.of(from, to, 2 * n, 1), farther = model.of(from, to, 0, 2);
  const double tolerance = 1e-9 * (one.startup + one.data);
  if (std::abs(one.startup - none.startup) > tolerance || std::abs(two.data - 2 * one.data) > tolerance)
    return std::nullopt;
  return affine{none.startup, one.data / static_cast<double>(n), farther.startup - none.startup};
}

// If there are many processes on levels of nodes, looks only at the pairs with process 0 and at those of
// adjacent places. If two processes share a node of some level, so do all processes at the places between
// them.
std::optional<least_costs> least_costs_on(const network& on, int p, const std::vector<int>& node_of) {
  constexpr int all_pairs = 64;
  least_costs least;
  const auto node = [&](int r) { return node_of.empty() ? r : node_of[static_cast<std::size_t>(r)]; };
  const auto include = [&](int a, int b) {
    if (a == b) return true;
    const auto one = affine_between(*on.model, on.place_of(a), on.place_of(b));
    if (!one) return false;
    least.alpha = std::min(least.alpha, one->alpha);
    least.beta = std::min(least.beta, one->beta);
    least.hop = one->hop;
    if (node(a) != node(b)) least.between_nodes = std::min(least.between_nodes, one->beta);
    return true;
  };
  const bool alike = on.model->uniform() || on.model->stores_and_forwards();
  const bool by_pair = on.model->places() > 0 && on.model->places_per_node() == 0;
  for (int a = 0; a < (by_pair || (p <= all_pairs && !alike) ? p : 1); ++a)
    for (int b = 0; b < p; ++b) {
      if (!include(a, b)) return std::nullopt;
      if (alike && b > 0 && (node_of.empty() || least.between_nodes < 1e300)) return least;
    }
  if (by_pair || p <= all_pairs) return least;
  std::vector<int> by_place(static_cast<std::size_t>(p));
  std::iota(by_place.begin(), by_place.end(), 0);
  std::ranges::sort(by_place, {}, [&](int r) { return on.place_of(r); });
  for (std::size_t k = 1; k < by_place.size(); ++k)
    if (!include(by_place[k - 1], by_place[k])) return std::nullopt;
  return least;
}

}  // namespace tutti
