#include "measure/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "measure/statistics.hpp"
#include "measure/version.hpp"
#include "measure/workload.hpp"
#include "tutti/nodes.hpp"

namespace tutti::measure {
namespace {

call_kind kind_of(const experiment& e, collective c) {
  call_kind k{.of = c};
  if (combines(c)) k.op = class_of(e);
  if (has_known_lengths(c)) k.lengths = e.problem == "same" ? imbalance::equal : imbalance::unequal;
  return k;
}

timing timing_of(const algorithm* use, const series& s) {
  const std::vector<double> all = s.pooled();
  const interval i = median_interval(all);
  return {use, median(all), i.low, i.high};
}

// The measured sizes of one kind of call, by problem. A profile uses the problem with the most sizes.
struct measured_kind {
  std::map<std::string, std::map<std::size_t, measured_size>> by_problem;

  [[nodiscard]] std::vector<measured_size> sizes() const {
    const auto longest =
        std::ranges::max_element(by_problem, {}, [](const auto& one) { return one.second.size(); });
    std::vector<measured_size> all;
    for (const auto& [bytes, at] : longest->second) all.push_back(at);
    return all;
  }
};

std::vector<profile_point> points_of(const std::vector<measured_size>& sizes) {
  std::vector<profile_point> points;
  for (const measured_size& at : sizes) {
    points.push_back({at.bytes, {}});
    for (const timing& t : at.by) points.back().seconds.emplace_back(t.use, t.median);
  }
  return points;
}

surroundings surroundings_of(const measurements& of, int p) {
  if (const auto* launch = of.launch_with(p); launch && launch->contains("node_of_rank"))
    return tutti::surroundings_of(node_map((*launch)["node_of_rank"].get<std::vector<int>>()));
  int nodes = 1;
  for (const observation& o : of.all)
    if (o.p == p) nodes = std::max(nodes, o.nodes);
  return {.p = p, .per_node = (p + nodes - 1) / nodes, .nodes = nodes};
}

// One algorithm for all sizes.
hysteresis never_changing(const hysteresis& with) {
  return {.reluctance = std::numeric_limits<double>::max(), .at_first = with.reluctance};
}

}  // namespace

contest tuning_contest(const experiment& subject, const choices& model, const pruning& by, bool native) {
  contest all;
  const auto add = [&](std::string_view who) {
    all.push_back(subject);
    all.back().by = who;
  };
  if (native) add("native");
  const collective c = *collective_named(subject.operation);
  std::vector<candidate> worth = model.reason(kind_of(subject, c), subject.bytes).candidates;
  std::erase_if(worth, [](const candidate& x) { return x.excluded; });
  std::ranges::stable_sort(worth, {}, &candidate::predicted);
  for (std::size_t k = 0; k < worth.size() && k < by.most; ++k)
    if (worth[k].predicted <= by.within * worth[0].predicted) add(worth[k].use->name);
  return all;
}

// True if an algorithm was measured, not only the MPI library. ("tutti" is not a candidate, since it itself
// chooses.)
bool any_algorithm(const std::vector<measured_size>& sizes) {
  return std::ranges::any_of(sizes, [](const measured_size& s) {
    return std::ranges::any_of(s.by, [](const timing& t) { return t.use; });
  });
}

std::vector<profile_entry> profile_entries(const measurements& of, int p, const hysteresis& with) {
  std::map<call_kind, measured_kind> kinds;
  for (const auto& [e, s] : of.by_experiment(p)) {
    const auto c = collective_named(e.operation);
    if (!c || is_neighbourhood(*c) || e.made != "call" || e.layout != "contiguous" ||
        e.communicator != "world" || !s.right)
      continue;
    const algorithm* use = find(*c, e.by);
    if (!use && e.by != "native") continue;
    measured_size& at = kinds[kind_of(e, *c)].by_problem[e.problem][e.bytes];
    at.bytes = e.bytes;
    const timing t = timing_of(use, s);
    const auto known = std::ranges::find(at.by, use, &timing::use);
    if (known == at.by.end())
      at.by.push_back(t);
    else if (t.median > known->median)
      *known = t;  // the slowest of several roots
  }
  std::vector<profile_entry> entries;
  for (const auto& [kind, measured] : kinds) {
    const std::vector<measured_size> sizes = measured.sizes();
    if (!any_algorithm(sizes)) continue;
    const bool one_for_all = !size_known(kind.of);
    profile_entry entry{.of = kind, .on = surroundings_of(of, p)};
    entry.steps = thresholds(sizes, one_for_all ? never_changing(with) : with);
    if (one_for_all) entry.steps.resize(1);
    entry.points = points_of(sizes);
    entries.push_back(std::move(entry));
  }
  return entries;
}

profile make_profile(const measurements& of, int p, const hysteresis& with) {
  profile made;
  made.entries = profile_entries(of, p, with);
  if (made.entries.empty())
    throw std::invalid_argument(
        fmt::format("no calls of collectives by algorithms were measured with {} processes (tutti bench --by "
                    "all measures them)",
                    p));
  made.made_by = fmt::format("tutti {}", version());
  if (const auto* launch = of.launch_with(p)) {
    const auto mpi = launch->value("mpi", nlohmann::ordered_json::object());
    made.mpi = mpi_identity(mpi.value("library", mpi.value("name", "")));
    made.made_on = launch->value("begun", "");
    if (launch->contains("host_of_rank") && !(*launch)["host_of_rank"].empty())
      made.made_on += ", " + (*launch)["host_of_rank"][0].get<std::string>();
  }
  return made;
}

}  // namespace tutti::measure
