#include "mpi/clocking/probe_lanes.hpp"

#include <algorithm>
#include <cmath>

namespace tutti::mpi {

double lanes_of(prober& p, const rank_pairs& pairs, double n, const level_measurements& l) {
  if (n < 2) return n;
  constexpr double affordable = 2e-3;
  constexpr int one_way = 6, least = 16384;  // messages in sequence; bytes that outweigh a start-up
  const int bytes = static_cast<int>(std::clamp(affordable / (one_way * n * l.long_beta),
                                                1.0 * std::min(least, l.max_bytes), 1.0 * l.max_bytes));
  const double startup = l.long_alpha, alone = p.message(pairs.front()[1], bytes, 2) - startup,
               together = p.together(pairs, bytes) - startup;
  constexpr double noise = 1.1;
  if (alone <= 0) return 0;
  return together > noise * alone ? rounded(n / std::min(together / alone, n)) : n;
}

double lanes_of_one(prober& p, int partner, const level_measurements& l) {
  constexpr int messages = 8, tries = 2;
  const int bytes = std::min(l.max_bytes, prober::longest / messages);
  const double startup = l.long_alpha, alone = p.message(partner, bytes, tries) - startup;
  double together = HUGE_VAL;
  for (int i = 0; i < tries; ++i)
    together = std::min(together, p.at_once(partner, bytes, messages) - l.alpha - startup);
  if (alone <= 0 || together <= 0) return 1;
  return rounded(messages / std::clamp(together / alone, 1.0, 1.0 * messages));
}

leaf_switches leaves_of(prober& p, const std::vector<std::vector<int>>& nodes, double lanes,
                        const level_measurements& l) {
  std::size_t each = static_cast<std::size_t>(std::ceil(std::max(1.0, lanes)));
  for (const auto& of : nodes) each = std::min(each, of.size());
  constexpr double affordable = 0.25e-3;
  const int bytes = std::min(
      l.max_bytes, std::max(16384, static_cast<int>(affordable / (static_cast<double>(each) * l.long_beta))));
  if (bytes * l.long_beta > 4 * affordable) return {};  // on such a slow link, the uplinks hardly matter
  const auto at_distance = [&](std::size_t d) {
    rank_pairs pairs;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (const std::size_t k = i ^ d; i < k && k < nodes.size())
        for (std::size_t j = 0; j < each; ++j) pairs.push_back({nodes[i][j], nodes[k][j]});
    return std::max(0.0, p.together(pairs, bytes) - l.long_alpha);
  };
  constexpr double slower = 1.4;
  double near = at_distance(1);
  for (std::size_t d = 2; 2 * d <= nodes.size(); d *= 2) {
    double far = at_distance(d);
    if (far > slower * near) {  // other traffic may be the cause: measure again
      far = std::min(far, at_distance(d));
      near = std::max(near, at_distance(1));
    }
    if (near > 0 && far > slower * near)
      return {static_cast<int>(d), rounded(static_cast<double>(d * each) * near / far)};
  }
  return {};
}

}  // namespace tutti::mpi
