#include "measure/summary.hpp"

#include <algorithm>
#include <tuple>

#include "measure/statistics.hpp"
#include "tutti/model/bounds.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

// The problem of an experiment, however it is solved. Experiments with the same subject are compared.
auto subject(const experiment& e) {
  return std::tie(e.operation, e.problem, e.layout, e.op, e.root, e.communicator, e.bytes);
}

// The order among experiments with the same subject. The first one is the reference.
auto precedence(const experiment& e) {
  return std::pair(e.by == "native" ? 0 : e.by == "tutti" ? 1 : 2, e.made == "call" ? 0 : 1);
}

json named(const experiment& e, int p) {
  const std::string problem =
      e.communicator == "world" ? e.problem : e.problem + ", " + e.communicator + " communicator";
  return {{"operation", e.operation}, {"made", e.made}, {"by", e.by},     {"problem", problem},
          {"layout", e.layout},       {"op", e.op},     {"root", e.root}, {"p", p},
          {"bytes", e.bytes}};
}

void add(json& j, const comparison& c) {
  j["ratio"] = c.by.ratio, j["ratio_low"] = c.by.bounds.low, j["ratio_high"] = c.by.bounds.high;
  j["verdict"] = name_of(c.is);
}

json numbers(const experiment& e, const series& s, const std::optional<machine>& on) {
  json j = named(e, s.p);
  const std::vector<double> all = s.pooled();
  const interval i = median_interval(all);
  j["nodes"] = s.nodes, j["algorithm"] = s.algorithm, j["times"] = all.size(),
  j["launches"] = s.launches.size();
  j["median"] = median(all), j["low"] = i.low, j["high"] = i.high;
  j["least"] = *std::ranges::min_element(all);
  j["right"] = s.right;
  const auto c = collective_of(e);
  if (on && c && e.made != "computing" && e.problem == "same") {
    const double bound = lower_bound(*c, s.p, static_cast<double>(e.bytes), *on);
    if (bound > 0) j["bound"] = bound;
  }
  return j;
}

}  // namespace

json summary(const measurements& m, const std::string& name, const std::optional<machine>& on) {
  json run{{"name", name}, {"launches", m.launches}, {"experiments", json::array()}};
  for (const int p : m.processes()) {
    const auto times = m.by_experiment(p);
    std::vector<experiment> order;
    for (const auto& [e, s] : times) order.push_back(e);
    std::ranges::stable_sort(order, [](const experiment& a, const experiment& b) {
      return subject(a) != subject(b) ? subject(a) < subject(b) : precedence(a) < precedence(b);
    });
    const experiment* first = nullptr;
    for (const experiment& e : order) {
      json j = numbers(e, times.at(e), on);
      if (first && subject(*first) == subject(e)) {
        const shared_launches both = side_by_side(times.at(e), times.at(*first));
        if (!both.x.empty()) {
          add(j, compare(both.x, both.y, {.exact = both.exact}));
          j["against"] = first->by + (first->made == "call" ? "" : " " + first->made);
        }
      } else {
        first = &e;
      }
      run["experiments"].push_back(std::move(j));
    }
  }
  return run;
}

json changes(const measurements& before, const measurements& after) {
  json all = json::array();
  for (const int p : before.processes()) {
    const auto old_times = before.by_experiment(p), new_times = after.by_experiment(p);
    for (const auto& [e, now] : new_times) {
      const auto was = old_times.find(e);
      if (was == old_times.end()) continue;
      json j = named(e, p);
      add(j, compare(now.launches, was->second.launches,
                     {.exact = now.exact && was->second.exact, .paired = false}));
      j["before"] = median(was->second.pooled()), j["after"] = median(now.pooled());
      j["algorithm_before"] = was->second.algorithm, j["algorithm_after"] = now.algorithm;
      all.push_back(std::move(j));
    }
  }
  return all;
}

}  // namespace tutti::measure
