#include "measure/guidelines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "measure/patterns.hpp"
#include "select/call_name.hpp"

namespace tutti::measure {
namespace {

// "reduce_scatter_block+gather" -> "Reduce_scatter_block + Gather"
std::string as_calls(std::string_view made) {
  std::string text;
  bool begins = true;
  for (const char c : made) {
    if (c == '+') {
      text += " + ";
      begins = true;
      continue;
    }
    text += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = false;
  }
  return text;
}

std::string hint_of(const mockup& m) {
  if (m.name == "scan+shift") return "use Scan, and Sendrecv with the neighbours";
  if (m.name == "exscan+reduce_local") return "use Exscan and Reduce_local";
  const std::string own = as_calls(name_of(m.of)), calls = as_calls(m.name);
  switch (m.claims) {
    case family::general: return fmt::format("use {} instead, with equal counts", calls);
    case family::padded: return fmt::format("use {} instead, blocks padded to the longest", calls);
    case family::larger: return "a longer message is faster: the library changes its algorithm too late";
    case family::split:
      return fmt::format("use {} in {} calls, each on a part", own, m.name.substr(0, m.name.find('_')));
    default: return fmt::format("use {} instead", calls);
  }
}

std::vector<guideline> declared() {
  std::vector<guideline> all;
  for (const mockup& m : mockups()) {
    if (m.knows_longest) continue;
    all.push_back({.name = fmt::format("{} <= {}", name_of(m.of), m.name),
                   .operation = std::string(name_of(m.of)),
                   .right = std::string(m.name),
                   .claims = m.claims,
                   .hint = hint_of(m)});
  }
  for (int k = 0; k < collectives; ++k) {
    if (is_neighbourhood(static_cast<collective>(k))) continue;  // patterns
    for (const form as : {form::nonblocking, form::persistent}) {
      const std::string operation = tutti::name_of(call_name{static_cast<collective>(k), as});
      const std::string right = posted_variants(operation).front();
      all.push_back({.name = fmt::format("{} <= {}", operation, right),
                     .operation = operation,
                     .right = right,
                     .claims = family::posted,
                     .hint = as == form::nonblocking ? "use the blocking call if there is nothing to overlap"
                                                     : "use the non-blocking call"});
    }
  }
  std::vector<std::string> with_layouts{"bcast"};
  for (const pattern& p : patterns()) {
    if (p.of_calls != calls::messages) continue;
    if (!p.call) with_layouts.emplace_back(p.name);
    for (const std::string_view way : p.ways) {
      const bool messages = way == "messages" || way == "send+recv";
      all.push_back({.name = fmt::format("{} <= {}", p.name, way),
                     .operation = std::string(p.name),
                     .right = std::string(way),
                     .claims = messages ? family::composed : family::general,
                     .hint = way == "send+recv"   ? "use Send and Recv, one after the other"
                             : messages           ? "use Irecv and Isend, and Waitall"
                             : way == "alltoallv" ? "use Alltoallv, with counts of 0 for all others"
                                                  : fmt::format("use {} instead", as_calls(way))});
    }
  }
  for (const std::string& operation : with_layouts)
    all.push_back({.name = operation + " <= packed",
                   .operation = operation,
                   .right = "packed",
                   .claims = family::contiguous,
                   .hint = "pack, send contiguous data, unpack"});
  return all;
}

// The hint for the user of that implementation.
std::string hint_for(const finding& f) {
  const auto c = collective_named(f.left.operation);
  if (f.left.by != "tutti" || !c || is_neighbourhood(*c)) return f.of->hint;
  std::string same = f.of->right;
  std::ranges::replace(same, '+', '_');
  if (find(*c, same)) return fmt::format("{}={}", variable_of({*c}), same);
  return fmt::format("{}; or let tutti tune choose", f.of->hint);
}

// The p-value of x being slower than y by more than `effect`: that of the rank test; without variation, 0 or
// 1.
double slower_by_more(const shared_launches& both, double effect) {
  launches raised = both.y;
  for (auto& l : raised)
    for (double& v : l) v *= 1 + effect;
  if (both.exact) return both.x[0][0] > raised[0][0] ? 0 : 1;
  return mann_whitney(both.x, raised).greater;
}

// Appends the comparison of x and y, from the launches that measured both. Appends nothing if none did.
void compare_into(std::vector<finding>& found, const guideline* of, const experiment& left, const series& x,
                  const experiment& right, const series& y, const verdict_demands& d) {
  const shared_launches both = side_by_side(x, y);
  if (both.x.empty()) return;
  finding f;
  f.of = of, f.left = left, f.right = right, f.p = x.p, f.nodes = x.nodes;
  f.left_seconds = median(pooled(both.x)), f.right_seconds = median(pooled(both.y));
  const ratio_estimate r = bootstrap_ratio(both.x, both.y, d.effect, d.confidence, d.seed);
  f.factor = r.ratio, f.bounds = r.bounds;
  f.few = !both.exact && too_few(both.x, both.y);
  f.p_value = f.few ? 1 : slower_by_more(both, d.effect);
  found.push_back(std::move(f));
}

// Corrects the p-values of each implementation, and decides.
void decide(std::vector<finding>& all, const verdict_demands& d) {
  std::vector<std::string> who;
  for (const finding& f : all)
    if (std::ranges::find(who, f.left.by) == who.end()) who.push_back(f.left.by);
  for (const std::string& by : who) {
    std::vector<finding*> own;
    std::vector<double> p_values;
    for (finding& f : all)
      if (f.left.by == by) own.push_back(&f), p_values.push_back(f.p_value);
    const std::vector<double> adjusted = holm_adjusted(p_values);
    for (std::size_t k = 0; k < own.size(); ++k) {
      finding& f = *own[k];
      f.p_value = adjusted[k];
      if (!(f.factor > 1 + d.effect)) continue;
      const bool sure = f.p_value < 1 - d.confidence && f.bounds.low > 1 + d.effect;
      f.is = sure ? judgement::violated : judgement::unclear;
    }
  }
}

}  // namespace

std::string_view name_of(judgement j) noexcept {
  constexpr std::array<std::string_view, 3> names{"kept", "unclear", "violated"};
  return names[static_cast<std::size_t>(j)];
}

std::span<const guideline> guidelines() {
  static const std::vector<guideline> all = declared();
  return all;
}

const guideline* guideline_of(const experiment& right) {
  for (const guideline& g : guidelines())
    if (g.operation == right.operation && g.right == right.made) return &g;
  return nullptr;
}

std::vector<finding> judge(const measurements& all, int p, const verdict_demands& d) {
  const auto times = all.by_experiment(p);
  std::vector<finding> found;
  for (const auto& [right, y] : times) {
    const guideline* g = guideline_of(right);
    if (!g) continue;
    experiment left = right;
    left.made = "call";
    const auto x = times.find(left);
    if (x == times.end() || !x->second.right || !y.right) continue;
    compare_into(found, g, left, x->second, right, y, d);
  }
  const auto place = [](const finding& f) { return f.of - guidelines().data(); };
  std::ranges::stable_sort(found, {}, place);
  decide(found, d);
  for (finding& f : found) f.hint = hint_for(f);
  return found;
}

std::vector<finding> judge_self(const measurements& all, int p, const verdict_demands& d) {
  static const guideline same{
      .name = "native <= native", .operation = "", .right = "", .hint = "nothing: this is noise"};
  const auto times = all.by_experiment(p);
  std::vector<finding> found;
  for (const auto& [one, x] : times) {
    if (one.by != "native") continue;
    experiment again = one;
    again.by = "again";
    const auto y = times.find(again);
    if (y == times.end()) continue;
    compare_into(found, &same, one, x, again, y->second, d);
    compare_into(found, &same, again, y->second, one, x, d);
  }
  decide(found, d);
  return found;
}

std::vector<tally> tallies(const std::vector<finding>& all) {
  std::vector<tally> found;
  std::set<std::pair<std::string, const guideline*>> seen, violated;
  for (const finding& f : all) {
    auto t = std::ranges::find(found, f.left.by, &tally::by);
    if (t == found.end()) t = found.insert(t, {.by = f.left.by});
    ++t->points;
    t->guidelines += seen.emplace(f.left.by, f.of).second ? 1 : 0;
    t->unclear += f.is == judgement::unclear ? 1 : 0;
    if (f.is != judgement::violated) continue;
    ++t->violated;
    t->guidelines_violated += violated.emplace(f.left.by, f.of).second ? 1 : 0;
  }
  // Native first, as a reader expects; the others by name.
  std::ranges::stable_sort(found, {}, [](const tally& t) { return t.by != "native"; });
  return found;
}

nlohmann::ordered_json as_json(const std::vector<finding>& all, const measurements& of,
                               const verdict_demands& d) {
  using json = nlohmann::ordered_json;
  json declared = json::array(), verdicts = json::array(), summary = json::array();
  for (const guideline& g : guidelines())
    declared.push_back({{"name", g.name},
                        {"operation", g.operation},
                        {"right", g.right},
                        {"family", name_of(g.claims)},
                        {"hint", g.hint}});
  for (const finding& f : all) {
    verdicts.push_back({{"guideline", f.of->name},
                        {"family", name_of(f.of->claims)},
                        {"verdict", name_of(f.is)},
                        {"operation", f.left.operation},
                        {"by", f.left.by},
                        {"left", f.left.operation},
                        {"right", f.right.made},
                        {"p", f.p},
                        {"nodes", f.nodes},
                        {"bytes", f.left.bytes},
                        {"problem", f.left.problem},
                        {"layout", f.left.layout},
                        {"op", f.left.op},
                        {"root", f.left.root},
                        {"left_seconds", f.left_seconds},
                        {"right_seconds", f.right_seconds},
                        {"factor", f.factor},
                        {"low", f.bounds.low},
                        {"high", f.bounds.high},
                        {"confidence", f.confidence()},
                        {"hint", f.hint}});
    if (f.left.communicator != "world") verdicts.back()["communicator"] = f.left.communicator;
  }
  for (const tally& t : tallies(all))
    summary.push_back({{"by", t.by},
                       {"points", t.points},
                       {"violated", t.violated},
                       {"unclear", t.unclear},
                       {"guidelines", t.guidelines},
                       {"guidelines_violated", t.guidelines_violated}});
  return {{"format", "tutti guidelines"},
          {"version", 1},
          {"effect", d.effect},
          {"confidence", d.confidence},
          {"correction", "Holm, among the points of each implementation"},
          {"summary", summary},
          {"verdicts", verdicts},
          {"guidelines", declared},
          {"launches", of.launches}};
}

}  // namespace tutti::measure
