// The table of tutti bench.

#include "cli/measure/times_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "measure/communicators.hpp"
#include "measure/statistics.hpp"
#include "measure/workload.hpp"
#include "select/call_name.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using measure::experiment;

std::string in_times(double ratio) {
  if (ratio > 1e9) return "-";  // a ratio to nothing
  return fmt::format("{:.{}f}", ratio, ratio < 99.5 ? 2 : 0);
}

// An interval that is wider than its value is only "> 100 %".
std::string half_width(double share) { return share > 1 ? "> 100 %" : fmt::format("{:.1f} %", 100 * share); }

bool overlaps_with_computing(const experiment& e) { return e.made.starts_with("overlapped"); }
bool with_computing(const experiment& e) { return overlaps_with_computing(e) || e.made == "computing"; }

// Overlap as in IMB-NBC: the share of the shorter of the two, call and computation, that is hidden behind the
// other.
std::string overlap_of(const experiment& e, const std::map<experiment, measure::series>& times) {
  if (!overlaps_with_computing(e)) return "";
  const auto all_of = [&](const std::string& made) -> measure::launches {
    experiment other = e;
    other.made = made;
    const auto known = times.find(other);
    return known == times.end() ? measure::launches{} : known->second.launches;
  };
  const measure::launches call = all_of("call"), alone = all_of("computing"), both = all_of(e.made);
  if (call.size() != both.size() || alone.size() != both.size()) return "";
  std::vector<double> shares;  // one for each launch: each has its own amount of computation
  for (std::size_t k = 0; k < both.size(); ++k) {
    if (call[k].empty() || alone[k].empty() || both[k].empty()) continue;
    const double one = measure::median(call[k]), other = measure::median(alone[k]);
    if (one > 0 && other > 0)
      shares.push_back((one + other - measure::median(both[k])) / std::min(one, other));
  }
  if (shares.empty()) return "";
  constexpr double noise = 0.2;
  const double share = measure::median(shares);
  if (share > 1 + noise) return "noise";
  return fmt::format("{:.0f} %", 100 * std::clamp(share, 0.0, 1.0));
}

// The part that all experiments of a comparison share: everything except the implementation and the
// communicator.
experiment subject(experiment e) {
  e.by = e.made = e.communicator = "";
  return e;
}

// Sorts comparisons by collective, size and first appearance, and likewise the experiments of each.
std::vector<experiment> in_order(const measure::measurements& measurements, int p) {
  std::vector<experiment> order;
  std::set<experiment> seen;
  for (const measure::observation& o : measurements.all)
    if (o.p == p && seen.insert(o.of).second) order.push_back(o.of);
  const auto place = [](const experiment& e) {
    const auto called = measure::measured_call(e.operation);
    return called ? static_cast<int>(called->as) * collectives + static_cast<int>(called->of)
                  : 3 * collectives;
  };
  const auto way = [](const experiment& e) {
    const auto* communicator = std::ranges::find(measure::communicator_names, e.communicator);
    return std::tuple(e.by == "native" ? 0 : e.by == "tutti" ? 1 : 2, e.made == "call" ? 0 : 1, communicator);
  };
  std::ranges::stable_sort(order, [&](const experiment& a, const experiment& b) {
    if (place(a) != place(b)) return place(a) < place(b);
    if (subject(a) != subject(b)) return subject(a) < subject(b);
    return way(a) < way(b);
  });
  return order;
}

// The last cells of a line: the comparison with the first experiment.
struct comparison_cells {
  std::string ratio, bounds, verdict;
};
comparison_cells against(const measure::series& first, const measure::series& other) {
  const measure::shared_launches both = measure::side_by_side(other, first);
  if (both.x.empty()) return {};
  const measure::comparison c = measure::compare(both.x, both.y, {.exact = both.exact});
  comparison_cells cells{.ratio = in_times(c.by.ratio)};
  if (other.pooled().size() > 1)
    cells.bounds = in_times(c.by.bounds.low) + " to " + in_times(c.by.bounds.high);
  if (c.is != measure::verdict::same) cells.verdict = measure::name_of(c.is);
  return cells;
}

std::vector<std::string> cells_of(const experiment& e, const measure::series& s) {
  const std::vector<double> all = s.pooled();
  const double m = measure::median(all);
  const measure::interval i = measure::median_interval(all);
  const double half = std::max(i.high - m, m - i.low);
  return {e.operation,
          in_bytes(static_cast<double>(e.bytes)),
          particulars(e),
          e.by,
          e.made == "call" ? "" : e.made,
          s.algorithm == e.by ? "" : s.algorithm,
          std::to_string(all.size()),
          in_seconds(m),
          all.size() > 1 && m > 0 ? half_width(half / m) : "",
          in_seconds(*std::ranges::min_element(all))};
}

// One launch of MPI does not show how much launches differ.
bool is_of_one_launch(const measure::measurements& all) {
  return all.launches.size() == 1 && !measure::is_virtual(all.launches[0]);
}

}  // namespace

std::string particulars(const experiment& e) {
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (e.problem != "same") add(e.problem);
  if (e.layout != "contiguous") add(e.layout);
  if (e.op != "none" && e.op != "commutative") add(e.op);
  if (e.root != 0) add(fmt::format("root {}", e.root));
  if (e.communicator != "world") add(e.communicator);
  return text;
}

std::string times_as_table(const measure::measurements& measurements, int p) {
  const auto times = measurements.by_experiment(p);
  const std::vector<experiment> order = in_order(measurements, p);
  const bool overlaps = std::ranges::any_of(order, overlaps_with_computing);
  std::vector<std::string> heading{"operation", ">bytes",  "of",  "by",     "made",   "algorithm",
                                   ">times",    ">median", ">+-", ">least", ">ratio", "95 %"};
  if (overlaps) heading.emplace_back(">overlap");
  heading.emplace_back("");
  table t(heading);
  const experiment* first = nullptr;
  for (const experiment& e : order) {
    const measure::series& s = times.at(e);
    comparison_cells cells;
    if (!first || subject(*first) != subject(e))
      first = &e;
    else if (!with_computing(e))  // not comparable with the call alone
      cells = against(times.at(*first), s);
    std::vector<std::string> row = cells_of(e, s);
    row.insert(row.end(), {cells.ratio, cells.bounds});
    if (overlaps) row.push_back(overlap_of(e, times));
    row.push_back(s.right ? cells.verdict : "WRONG RESULT");
    t.row(std::move(row));
  }
  std::string text = t.text(terminal_width(), {"least", "times", "95 %", "+-"});
  if (is_of_one_launch(measurements))
    text +=
        "one launch: the intervals contain only what differs within it, and launches often differ by more "
        "(--launches 3 ... -- mpirun)\n";
  return text;
}

}  // namespace tutti::cli
