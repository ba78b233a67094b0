#include "replay/call_costs.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace tutti::replay {
namespace {

// The seconds of all processes in an operation. The time of a non-blocking one passes while they compute.
double seconds_in(const recorded_run& run, const operation& o) {
  double all = 0;
  if (o.posted) return all;
  for (const presence& was : run.presences(o)) all += std::max(0.0, was.end - was.begin);
  return all;
}

}  // namespace

call_costs costs_of(const recorded_run& run) {
  using calls = std::tuple<int, collective, operator_class, bool, int>;  // as in call_cost; the size class
  std::map<calls, std::map<std::pair<std::size_t, int>, double>> found;  // seconds by size and root
  call_costs costs;
  for (const operation& o : run.operations) {
    const call_class& c = run.classes[o.of];
    const auto p = static_cast<int>(run.members_of(o));
    const double seconds = seconds_in(run, o);
    costs.whole += seconds;
    if (p > 1 && c.sized && !is_neighbourhood(c.of))
      found[{p, c.of, c.op, c.lengths.empty(), std::bit_width(c.bytes)}][{c.bytes, c.root}] += seconds;
    else
      costs.unknown += seconds;
  }
  for (const auto& [of, sizes] : found) {
    const auto& [p, called, op, equal, size_class] = of;
    const auto most = std::ranges::max_element(sizes, {}, [](const auto& s) { return s.second; });
    call_cost one{.p = p, .of = called, .op = op, .equal_blocks = equal};
    std::tie(one.bytes, one.root) = most->first;
    for (const auto& [size, seconds] : sizes) one.seconds += seconds;
    costs.all.push_back(one);
  }
  std::ranges::stable_sort(costs.all, std::greater<>(), &call_cost::seconds);
  return costs;
}

}  // namespace tutti::replay
