#include "mpi/start/probe_findings.hpp"

#include <algorithm>
#include <cmath>

namespace tutti::mpi {

double rounded(double x) { return x > 0 ? std::exp2(std::round(4 * std::log2(x)) / 4) : 0; }

network to_network(const findings& f) {
  const level_measurements &near = f.within.alpha > 0 ? f.within : f.between,
                           &far = f.between.alpha > 0 ? f.between : f.within;
  const std::size_t eager = f.eager > 0 ? static_cast<std::size_t>(f.eager) : 16384;
  // No message is faster than a shorter one, even if it was measured so.
  const auto level_of = [eager](const level_measurements& l) {
    const double least = l.alpha + (l.beta - l.long_beta) * static_cast<double>(eager);
    return level{.size = 2,
                 .pieces = {{0, rounded(l.alpha), rounded(l.beta)},
                            {eager + 1, rounded(std::max(l.long_alpha, least)), rounded(l.long_beta)}}};
  };
  network on;
  on.model = hierarchical_model({level_of(near), level_of(far)});
  on.links = cluster(2, 2, std::max(1.0, f.lanes), f.memory, f.leaves);
  on.sharing = link_sharing::max_min;
  on.gamma = rounded(f.gamma);
  on.copying = rounded(f.copying);
  // The overhead was measured between nodes, if there are several.
  const auto overhead_at = [&f](const level_measurements& l) {
    constexpr double at_one_end = 0.2, most = 0.4;  // fractions of a start-up
    return rounded(f.overhead > 0 ? std::min(f.overhead, most * l.alpha) : at_one_end * l.alpha);
  };
  on.overhead = overhead_at(near);
  on.overhead_between = overhead_at(far);
  on.eager = static_cast<double>(eager);
  on.in_order = f.in_order;
  return on;
}

}  // namespace tutti::mpi
