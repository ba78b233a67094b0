#include "mpi/clocking/probe_findings.hpp"

#include <algorithm>
#include <cmath>

namespace tutti::mpi {

double rounded(double x) { return x > 0 ? std::exp2(std::round(4 * std::log2(x)) / 4) : 0; }

namespace {

// Returns the time for which a message occupies a process at each end: the measured time, but at most a part
// of the start-up. (If there are several nodes, the overhead was measured between nodes.)
double overhead_within_bounds(double measured, double alpha) {
  constexpr double at_one_end = 0.2, most = 0.4;
  return rounded(measured > 0 ? std::min(measured, most * alpha) : at_one_end * alpha);
}

}  // namespace

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
  on.overhead = overhead_within_bounds(f.overhead, near.alpha);
  on.overhead_between = overhead_within_bounds(f.overhead, far.alpha);
  on.eager = static_cast<double>(eager);
  on.in_order = f.in_order;
  return on;
}

std::optional<network> to_network_sending(const findings& f) {
  if (!(f.overhead_together > f.overhead)) return {};
  network on = to_network(f);
  const double busier = overhead_within_bounds(f.overhead_together, f.between.alpha);
  if (!(busier > on.overhead_between)) return {};
  on.overhead_between = busier;
  return on;
}

}  // namespace tutti::mpi
