// The optimal ordered tree on a network, for the cost models for which it is known.

#include <cmath>
#include <stdexcept>

#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

// alpha and beta of each pair, from the times of messages of two lengths. Throws unless a third length fits.
pair_costs pairs_of(const network& on, int p, bool reversed) {
  const auto n = static_cast<std::size_t>(p);
  pair_costs c{std::vector<double>(n * n), std::vector<double>(n * n)};
  for (int i = 0; i < p; ++i)
    for (int j = 0; j < p; ++j) {
      if (i == j) continue;
      const int from = reversed ? j : i, to = reversed ? i : j;
      const auto seconds = [&](std::size_t bytes) {
        const auto d = on.model->of(on.place_of(from), on.place_of(to), bytes, on.hops(from, to));
        return d.startup + d.data;
      };
      constexpr std::size_t some = 1000, many = 1'000'000'000;
      const double alpha = seconds(0), beta = (seconds(many) - alpha) / static_cast<double>(many);
      const double expected = alpha + beta * static_cast<double>(some);
      if (std::abs(seconds(some) - expected) > 1e-6 * expected)
        throw std::invalid_argument(
            "the optimal tree is known for costs alpha + beta n of each pair of processes and for LogGP, and "
            "this model's are others");
      const std::size_t pair = static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j);
      c.alpha[pair] = alpha, c.beta[pair] = beta;
    }
  return c;
}

}  // namespace

ordered_tree optimal_tree(std::span<const int> lengths, int root, const network& on, bool scatter) {
  if (on.ports != 1) throw std::invalid_argument("the optimal tree is known for processes with one port");
  if (on.links)
    throw std::invalid_argument(
        "the optimal tree is known only where messages share no links: without a topology");
  if (const machine* m = on.model->uniform()) return optimal_tree(lengths, root, *m);
  if (const loggp* m = on.model->overheads()) return optimal_tree(lengths, root, *m);
  return optimal_tree(lengths, root, pairs_of(on, static_cast<int>(lengths.size()), scatter));
}

}  // namespace tutti
