#include "tutti/model/logp_trees.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace tutti::lecture {

double loggp_messages(const loggp& model, int k, std::size_t m) {
  const double train = m > 1 ? static_cast<double>(m - 1) * model.G : 0;
  return model.o + k * train + (k - 1) * model.g + model.L + model.o;
}

namespace {

// T(P) = min over i of max(root(i) + T(P - i), child(i) + T(i)).
template <class Root, class Child>
logp_tree best_splits(int most, Root root, Child child) {
  if (most < 1) throw std::invalid_argument("a tree needs at least one process, not " + std::to_string(most));
  const auto n = static_cast<std::size_t>(most);
  logp_tree t{std::vector<double>(n + 1), std::vector<int>(n + 1)};
  for (std::size_t p = 2; p <= n; ++p) {
    t.time[p] = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < p; ++i) {
      const double time = std::max(root(i) + t.time[p - i], child(i) + t.time[i]);
      if (time < t.time[p]) {
        t.time[p] = time;
        t.split[p] = static_cast<int>(i);
      }
    }
  }
  return t;
}

}  // namespace

logp_tree logp_broadcast(const loggp& m, int most) {
  return best_splits(
      most, [&](std::size_t) { return std::max(m.g, m.o); }, [&](std::size_t) { return m.o + m.L + m.o; });
}

logp_tree loggp_scatter(const loggp& m, int k, int most) {
  const auto train = [&](std::size_t i) { return (static_cast<double>(i) * k - 1) * m.G; };
  return best_splits(
      most, [&](std::size_t i) { return train(i) + std::max(m.g, m.o); },
      [&](std::size_t i) { return m.o + m.L + train(i) + m.o; });
}

double logp_scatter_star(const loggp& m, int p, int k) {
  return p > 1 ? m.o + (static_cast<double>(p - 1) * k - 1) * m.g + m.L + m.o : 0;
}

}  // namespace tutti::lecture
