#include "measure/defects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "measure/workload.hpp"
#include "text/quantity.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

defect_kind kind_of(outcome o) {
  return o == outcome::wrong   ? defect_kind::wrong
         : o == outcome::hangs ? defect_kind::hangs
                               : defect_kind::crashes;
}

// The point, without the implementation that serves it.
experiment point_of(experiment e) {
  e.by = "";
  return e;
}

std::string place_of(const experiment& e) {
  const std::string size = e.operation == "barrier" ? "" : in_bytes(static_cast<double>(e.bytes));
  const std::string more = conditions(e);
  return size + (size.empty() || more.empty() ? "" : ", ") + more;
}

// "20 KB (1.7)"
std::string place_of(const defect& d) { return fmt::format("{} ({:.2f})", place_of(d.at), d.factor); }

// One defect for each `key`: the worst, which names the others.
template <class Key>
std::vector<defect> worst_of_each(std::vector<defect> all, Key key) {
  std::ranges::stable_sort(all, std::ranges::greater{}, &defect::factor);
  std::vector<defect> kept;
  for (const defect& d : all) {
    const auto same = std::ranges::find_if(kept, [&](const defect& k) { return key(k) == key(d); });
    if (same == kept.end())
      kept.push_back(d);
    else
      same->also.push_back(place_of(d));
  }
  return kept;
}

}  // namespace

std::string_view name_of(defect_kind k) noexcept {
  constexpr std::array<std::string_view, 5> names{"wrong result", "does not end", "crashes",
                                                  "guideline violated", "slow default"};
  return names[static_cast<std::size_t>(k)];
}

std::string conditions(const experiment& e) {
  std::vector<std::string> all;
  if (e.root != 0) all.push_back(fmt::format("root {}", e.root));
  if (e.problem != "same") all.push_back(e.problem + " blocks");
  if (e.layout != "contiguous") all.push_back("datatype with holes: " + e.layout);
  if (e.op == "ordered") all.emplace_back("operator that does not commute");
  if (e.op == "exact") all.emplace_back("sum of int");
  if (e.made == "in_place") all.emplace_back("in place");
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string describe(const defect& d) {
  const std::string place = place_of(d.at);
  std::string text = d.at.operation + (place.empty() ? "" : " " + place);
  if (by_own_algorithm(d.at)) text += fmt::format(" by {}", d.at.by.substr(std::string("library:").size()));
  text += fmt::format(": {}", name_of(d.is));
  if (!d.instead.empty()) text += fmt::format(", {:.2f} times {}", d.factor, d.instead);
  return text;
}

std::vector<experiment> points_to_examine(const std::vector<experiment>& subjects, int p) {
  std::vector<std::vector<experiment>> rounds(6);
  for (const experiment& subject : subjects) {
    const auto c = collective_named(subject.operation);
    if (!c) continue;
    const auto add = [&](std::size_t round, auto change) {
      experiment e = subject;
      change(e);
      rounds[round].push_back(std::move(e));
    };
    add(0, [](experiment&) {});
    if (*c == collective::barrier) continue;
    if (combines(*c))
      for (const char* op : {"exact", "ordered"}) add(1, [&](experiment& e) { e.op = op; });
    if (is_irregular(*c))
      for (const char* problem : {"decreasing", "spikes"})
        add(1, [&](experiment& e) { e.problem = problem; });
    std::set<int> roots;
    if (is_rooted(*c)) roots = {1 % p, p / 2, p - 1};
    roots.erase(0);
    for (const int root : roots) add(2, [&](experiment& e) { e.root = root; });
    if (takes_in_place(*c)) add(3, [](experiment& e) { e.made = "in_place"; });
    if (!combines(*c))
      for (const char* layout : {"column", "alternating"}) add(4, [&](experiment& e) { e.layout = layout; });
    if (combines(*c) && takes_in_place(*c))
      add(5,
          [&](experiment& e) { e.made = "in_place", e.op = "ordered", e.root = is_rooted(*c) ? p - 1 : 0; });
  }
  std::vector<experiment> all;
  for (const auto& round : rounds) all.insert(all.end(), round.begin(), round.end());
  return all;
}

std::vector<defect> failures(const std::vector<examined>& all, int p) {
  std::vector<defect> found;
  std::set<std::pair<experiment, outcome>> by_default;
  for (const examined& x : all)
    if (x.of.by == "native") by_default.emplace(point_of(x.of), x.is);
  for (const examined& x : all) {
    if (x.is == outcome::right || x.is == outcome::refused) continue;
    if (x.of.by != "native" && by_default.contains({point_of(x.of), x.is})) continue;
    const auto same = std::ranges::find_if(found, [&](const defect& d) {
      return d.is == kind_of(x.is) && d.at.operation == x.of.operation && d.at.by == x.of.by;
    });
    if (same != found.end()) {
      same->also.push_back(place_of(x.of));
      continue;
    }
    found.push_back({.is = kind_of(x.is), .at = x.of, .p = p});
    found.back().why = x.why;
  }
  for (defect& d : found)
    if (by_own_algorithm(d.at) && by_default.contains({point_of(d.at), outcome::right}))
      d.why += std::string(d.why.empty() ? "" : "; ") + "the library's default is right there";
  return found;
}

std::vector<defect> violations(std::span<const finding> judged, int p) {
  std::vector<defect> found;
  for (const finding& f : judged) {
    if (f.is != judgement::violated || f.left.by != "native") continue;
    found.push_back({.is = defect_kind::guideline, .at = f.left, .p = p, .instead = f.right.made});
    defect& d = found.back();
    d.seconds = f.left_seconds, d.instead_seconds = f.right_seconds, d.factor = f.factor, d.bounds = f.bounds;
    d.why = f.hint;
  }
  return worst_of_each(std::move(found),
                       [](const defect& d) { return std::pair(d.at.operation, d.instead); });
}

std::vector<defect> slow_defaults(const measurements& all, int p, double effect) {
  std::vector<defect> found;
  const auto times = all.by_experiment(p);
  for (const auto& [of, x] : times) {
    if (of.by != "native" || of.made != "call" || !x.right) continue;
    const series* best = nullptr;
    std::string by;
    for (const auto& [other, y] : times)
      if (by_own_algorithm(other) && y.right && other.made == "call" && point_of(other) == point_of(of) &&
          (!best || median(y.pooled()) < median(best->pooled())))
        best = &y, by = other.by;
    if (!best) continue;
    const shared_launches both = side_by_side(x, *best);
    // Of several candidates, one may be fast by chance.
    const comparison c = compare(both.x, both.y, {.effect = effect, .confidence = 0.99});
    if (c.is != verdict::slower || c.by.bounds.low <= 1 + effect) continue;
    found.push_back({.is = defect_kind::slow, .at = of, .p = p, .instead = by});
    defect& d = found.back();
    d.seconds = median(pooled(both.x)), d.instead_seconds = median(pooled(both.y));
    d.factor = c.by.ratio, d.bounds = c.by.bounds;
  }
  return worst_of_each(std::move(found), [](const defect& d) { return d.at.operation; });
}

void sort(std::vector<defect>& all) {
  std::ranges::stable_sort(all, [](const defect& x, const defect& y) {
    return std::tuple(x.is, by_own_algorithm(x.at), -x.factor) <
           std::tuple(y.is, by_own_algorithm(y.at), -y.factor);
  });
}

json as_json(const std::vector<defect>& all, const examination& what) {
  json findings = json::array();
  for (const defect& d : all) {
    json one{{"kind", name_of(d.is)},
             {"summary", describe(d)},
             {"operation", d.at.operation},
             {"by", d.at.by},
             {"p", d.p},
             {"bytes", d.at.bytes},
             {"root", d.at.root},
             {"layout", d.at.layout},
             {"op", d.at.op},
             {"problem", d.at.problem},
             {"in_place", d.at.made == "in_place"}};
    if (!d.instead.empty())
      one.update({{"instead", d.instead},
                  {"seconds", d.seconds},
                  {"instead_seconds", d.instead_seconds},
                  {"factor", d.factor},
                  {"low", d.bounds.low},
                  {"high", d.bounds.high}});
    one.update({{"also", d.also},
                {"why", d.why},
                {"reproducer", d.file},
                {"command", d.command},
                {"confirmed", d.confirmed},
                {"shown", d.shown}});
    findings.push_back(std::move(one));
  }
  return {{"format", "tutti verdict"},
          {"version", 1},
          {"library", what.library},
          {"command", what.command},
          {"begun", what.begun},
          {"processes", what.p},
          {"nodes", what.nodes},
          {"effect", what.effect},
          {"seconds", what.seconds},
          {"examined",
           {{"algorithms", what.algorithms},
            {"points", what.points},
            {"points_left", what.points_left},
            {"screenings_left", what.screenings_left},
            {"contests", what.contests},
            {"contests_left", what.contests_left},
            {"compared", what.compared},
            {"too_few", what.too_few}}},
          {"refused", what.refused},
          {"notes", what.notes},
          {"findings", findings}};
}

}  // namespace tutti::measure
