#include "measure/rules.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "measure/statistics.hpp"

namespace tutti::measure {
namespace {

const std::string native = "native";
constexpr demands sure{.confidence = 0.99};  // one of many candidates may be fast by chance

// The times of one problem at one size, by implementation. Problems differ in the operator, the root, or the
// lengths of the blocks.
using problem = std::tuple<std::string, int, std::string>;
using times = std::map<std::string, series>;
using at_size = std::map<problem, times>;

comparison compared(const series& x, const series& y) {
  const shared_launches both = side_by_side(x, y);
  demands d = sure;
  d.exact = both.exact;
  return compare(both.x, both.y, d);
}

timing timing_of(const algorithm* use, const series& s) {
  const std::vector<double> all = s.pooled();
  const interval i = median_interval(all);
  return {use, median(all), i.low, i.high};
}

// Objects for the library's algorithms: thresholds() compares the addresses of its candidates, nothing else.
class stand_ins {
 public:
  const algorithm* of(const std::string& by) {
    const auto [place, fresh] = known_.try_emplace(by, algorithm{});
    if (fresh) place->second.name = place->first;
    return &place->second;
  }

 private:
  std::map<std::string, algorithm> known_;
};

// The implementation at a size: the sums of the medians and of the limits of all problems. A rule holds for
// all of them, so there is no timing of an algorithm that was not measured, or not surely faster than native,
// in one of them.
std::optional<timing> timing_in_all(const std::vector<const times*>& problems, const std::string& by,
                                    const algorithm* use) {
  timing sum{.use = use};
  for (const times* one : problems) {
    const auto s = one->find(by);
    if (s == one->end()) return {};
    if (by != native && compared(s->second, one->at(native)).is != verdict::faster) return {};
    const timing t = timing_of(use, s->second);
    sum.median += t.median, sum.low += t.low, sum.high += t.high;
  }
  return sum;
}

// The problems of a size that were measured natively, too.
std::vector<const times*> comparable(const at_size& all) {
  std::vector<const times*> problems;
  for (const auto& [what, by] : all)
    if (by.contains(native)) problems.push_back(&by);
  return problems;
}

std::vector<rule_step> steps_by_size(const std::map<std::size_t, at_size>& sizes, const hysteresis& with) {
  stand_ins candidates;
  std::vector<measured_size> all;
  for (const auto& [bytes, problems_here] : sizes) {
    const std::vector<const times*> problems = comparable(problems_here);
    if (problems.empty()) continue;
    measured_size at{.bytes = bytes, .by = {*timing_in_all(problems, native, nullptr)}};
    for (const auto& [name, s] : *problems.front())
      if (name != native)
        if (const auto t = timing_in_all(problems, name, candidates.of(name))) at.by.push_back(*t);
    all.push_back(std::move(at));
  }
  std::vector<rule_step> steps;
  for (const profile_step& s : thresholds(all, with))
    steps.push_back({s.from, s.use ? std::string(s.use->name) : native});
  if (all.empty()) return steps;
  if (steps.back().by != native) steps.push_back({2 * all.back().bytes + 1, native});
  if (const std::size_t begin = all.front().bytes / 2; steps.front().by != native && begin > 0) {
    steps.front().from = begin;
    steps.insert(steps.begin(), {0, native});
  }
  return steps;
}

std::vector<rule_step> step_for_all(const std::map<std::size_t, at_size>& sizes) {
  struct record {
    std::size_t measured = 0, faster = 0;
    bool slower = false;
    double price = 0;  // the sum of the logarithms of the ratios to native
  };
  std::map<std::string, record> records;
  std::size_t measured = 0;
  for (const auto& [bytes, problems_here] : sizes)
    for (const times* by : comparable(problems_here)) {
      ++measured;
      for (const auto& [name, s] : *by) {
        if (name == native) continue;
        const comparison c = compared(s, by->at(native));
        record& r = records[name];
        ++r.measured;
        r.slower = r.slower || c.is == verdict::slower || c.by.ratio > 1 + sure.effect;
        r.faster += c.is == verdict::faster ? 1 : 0;
        r.price += std::log(c.by.ratio);
      }
    }
  std::string best = native;
  double least = 0;
  for (const auto& [name, r] : records)
    if (!r.slower && r.faster > 0 && r.measured == measured && r.price < least) least = r.price, best = name;
  return {{0, best}};
}

}  // namespace

const rule_step& collective_rules::at(std::size_t bytes) const noexcept {
  const rule_step* last = &steps.front();
  for (const rule_step& s : steps)
    if (s.from <= bytes) last = &s;
  return *last;
}

bool collective_rules::change_nothing() const noexcept {
  return std::ranges::all_of(steps, [](const rule_step& s) { return s.by == native; });
}

std::vector<collective_rules> make_rules(const measurements& of, int p,
                                         const std::function<bool(collective)>& by_size,
                                         const hysteresis& with) {
  std::map<collective, std::map<std::size_t, at_size>> all;
  for (const auto& [e, s] : of.by_experiment(p)) {
    const auto c = collective_named(e.operation);
    if (!c || e.made != "call" || e.layout != "contiguous" || e.communicator != "world" || !s.right ||
        e.op == "ordered" || (e.by != native && !by_own_algorithm(e)))
      continue;
    all[*c][e.bytes][{e.op, e.root, e.problem}].insert_or_assign(e.by, s);
  }
  std::vector<collective_rules> rules;
  for (const auto& [c, sizes] : all) {
    collective_rules one{
        .of = c, .p = p, .steps = by_size(c) ? steps_by_size(sizes, with) : step_for_all(sizes)};
    if (!one.change_nothing()) rules.push_back(std::move(one));
  }
  return rules;
}

std::vector<rule_probe> probes_of(const collective_rules& rules, const std::vector<std::size_t>& measured) {
  std::vector<rule_probe> probes;
  for (std::size_t k = 0; k < measured.size(); ++k) {
    // A third of the way to the next size, on a logarithmic axis: rules change half way.
    const auto here = static_cast<double>(measured[k]);
    const double next = k + 1 < measured.size() ? static_cast<double>(measured[k + 1]) : 2.25 * here;
    const auto bytes = static_cast<std::size_t>(std::lround(here * std::cbrt(next / std::max(here, 1.0))));
    const auto step = static_cast<std::size_t>(&rules.at(bytes) - rules.steps.data());
    probes.push_back({rules.of, bytes, step, rules.steps[step].by != native});
  }
  return probes;
}

collective_rules without(collective_rules rules, const std::vector<std::size_t>& steps) {
  for (const std::size_t k : steps) rules.steps.at(k).by = native;
  const auto same = [](const rule_step& x, const rule_step& y) { return x.by == y.by; };
  rules.steps.erase(std::ranges::unique(rules.steps, same).begin(), rules.steps.end());
  return rules;
}

}  // namespace tutti::measure
