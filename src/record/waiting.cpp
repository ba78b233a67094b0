// Computes which processes waited for which ones, by comparing the times of entry of each operation (a
// collective call by all processes of a communicator).

#include "record/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::record {
namespace {

constexpr int most_of_matrix = 64;

// One process in an operation, and its waiting time: from its own entry to the last entry before it left.
struct entrance {
  int communicator;
  unsigned number;
  int rank;
  const roll::call* call;
  int last = 0;      // rank that entered last
  double waits = 0;  // seconds
};

// Calls `use` with the entrances of each operation.
template <class Entrance, class Use>
void each_operation(std::span<Entrance> all, Use use) {
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    const entrance& e = all[first];
    while (end < all.size() && all[end].communicator == e.communicator && all[end].number == e.number) ++end;
    use(all.subspan(first, end - first));
  }
}

// All entrances, grouped by operation, each group sorted by time of entry.
std::vector<entrance> entrances(const roll& trace) {
  std::vector<entrance> all;
  for (const roll::process& p : trace.processes)
    for (const roll::call& c : p.calls)
      if (c.of.as == form::blocking && c.at == progress::ended && c.timed && c.communicator != none &&
          c.number != 0)
        all.push_back({c.communicator, c.number, p.rank, &c});
  std::ranges::sort(all, [](const entrance& a, const entrance& b) {
    return std::tuple(a.communicator, a.number, a.call->begin, a.rank) <
           std::tuple(b.communicator, b.number, b.call->begin, b.rank);
  });
  each_operation(std::span(all), [](std::span<entrance> operation) {
    for (entrance& e : operation) {
      const auto after = std::ranges::upper_bound(operation, std::max(e.call->begin, e.call->end), {},
                                                  [](const entrance& x) { return x.call->begin; });
      e.last = std::prev(after)->rank;
      e.waits = std::prev(after)->call->begin - e.call->begin;
    }
  });
  return all;
}

// Sums over operations.
class account {
 public:
  void add(std::span<const entrance> operation) {
    ++line_.operations;
    std::unordered_map<int, lateness> here;
    for (const entrance& e : operation) {
      ++line_.calls;
      line_.inside += e.call->end - e.call->begin;
      if (e.waits <= 0) continue;
      line_.waiting += e.waits;
      lateness& l = here[e.last];
      l.seconds += e.waits;
      l.longest = std::max(l.longest, e.waits);
    }
    for (const auto& [rank, l] : here) {
      lateness& sum = late_[rank];
      sum.rank = rank;
      ++sum.operations;
      sum.seconds += l.seconds;
      sum.longest = std::max(sum.longest, l.longest);
    }
  }

  waiting_line line(std::string name) {
    line_.name = std::move(name);
    for (const auto& [rank, l] : late_) line_.late.push_back(l);
    std::ranges::sort(line_.late, [](const lateness& a, const lateness& b) {
      return std::pair(-a.seconds, a.rank) < std::pair(-b.seconds, b.rank);
    });
    return std::move(line_);
  }

 private:
  waiting_line line_;
  std::unordered_map<int, lateness> late_;
};

// The communicator's name, or its size if it has none.
std::string name_of(const roll::communicator& c) {
  return c.name.empty() ? fmt::format("one of {} processes", c.size) : c.name;
}

std::string group_of(const roll& trace, const roll::call& c, grouping by, const site_names& name) {
  switch (by) {
    case grouping::collective: return tutti::name_of(c.of);
    case grouping::communicator:
      return name_of(trace.communicators[static_cast<std::size_t>(c.communicator)]);
    case grouping::site: break;
  }
  return fmt::format("{} {}", c.site == none ? "?" : name(trace.sites[static_cast<std::size_t>(c.site)]),
                     tutti::name_of(c.of));
}

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

}  // namespace

waiting_times waiting_in(const roll& trace, grouping by, const site_names& name) {
  waiting_times found;
  found.processes = trace.size;
  for (const roll::process& p : trace.processes) {
    found.span += p.ended - p.started;
    found.missed += p.missed;
  }
  if (trace.size <= most_of_matrix)
    found.matrix.assign(static_cast<std::size_t>(trace.size),
                        std::vector<double>(static_cast<std::size_t>(trace.size)));
  account total;
  std::map<std::string, account> groups;
  const std::vector<entrance> all = entrances(trace);
  each_operation(std::span(all), [&](std::span<const entrance> operation) {
    total.add(operation);
    groups[group_of(trace, *operation.front().call, by, name)].add(operation);
  });
  if (!found.matrix.empty())
    for (const entrance& e : all)
      found.matrix[static_cast<std::size_t>(e.rank)][static_cast<std::size_t>(e.last)] += e.waits;
  for (auto& [group, sum] : groups) found.lines.push_back(sum.line(group));
  std::ranges::stable_sort(found.lines, std::greater<>(), &waiting_line::inside);
  found.all = total.line("all");
  return found;
}

std::vector<operation> longest_waits(const roll& trace, std::size_t most) {
  const std::vector<entrance> all = entrances(trace);
  std::vector<std::pair<double, std::span<const entrance>>> sorted;
  each_operation(std::span(all), [&](std::span<const entrance> operation) {
    double waiting = 0;
    for (const entrance& e : operation) waiting += e.waits;
    if (waiting > 0) sorted.emplace_back(waiting, operation);
  });
  const auto kept = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(most, sorted.size()));
  std::ranges::partial_sort(sorted, kept, [](const auto& a, const auto& b) {
    return std::pair(-a.first, a.second.data()) < std::pair(-b.first, b.second.data());
  });
  std::vector<operation> found;
  for (auto o = sorted.begin(); o != kept; ++o) {
    const roll::call& first = *o->second.front().call;
    operation one{.name = tutti::name_of(first.of),
                  .communicator = name_of(trace.communicators[static_cast<std::size_t>(first.communicator)]),
                  .number = first.number,
                  .site = first.site,
                  .waiting = o->first,
                  .by = {}};
    for (const entrance& e : o->second) one.by.push_back({e.rank, e.call->begin, e.call->end});
    found.push_back(std::move(one));
  }
  return found;
}

std::vector<double> mean_arrival(const roll& trace, grouping by, const std::string& line,
                                 const site_names& name) {
  const auto p = static_cast<std::size_t>(std::max(trace.size, 0));
  std::vector<double> sum(p);
  double operations = 0;
  const std::vector<entrance> all = entrances(trace);
  each_operation(std::span(all), [&](std::span<const entrance> operation) {
    const roll::call& first = *operation.front().call;
    if (operation.size() != p || (!line.empty() && group_of(trace, first, by, name) != line)) return;
    for (const entrance& e : operation) sum[static_cast<std::size_t>(e.rank)] += e.call->begin - first.begin;
    ++operations;
  });
  if (operations == 0) return {};
  for (double& seconds : sum) seconds /= operations;
  return sum;
}

std::string waiting_table(const waiting_times& of, grouping by, std::size_t most_lines) {
  constexpr std::array<const char*, 3> headings{"collective", "communicator", "called at"};
  table t({headings[static_cast<std::size_t>(by)], ">operations", ">time", ">of run", ">waiting", ">of time",
           "waited for"});
  const double p = std::max(of.processes, 1);
  const auto add = [&](const waiting_line& l) {
    std::string late;
    for (std::size_t k = 0; k < std::min<std::size_t>(l.late.size(), 3); ++k)
      late += fmt::format("{}rank {}: {} in {}", k == 0 ? "" : "; ", l.late[k].rank,
                          in_seconds(l.late[k].seconds / p), l.late[k].operations);
    if (l.late.size() > 3) late += fmt::format("; {} more", l.late.size() - 3);
    t.row({l.name, std::to_string(l.operations), in_seconds(l.inside / p), percent(l.inside, of.span),
           in_seconds(l.waiting / p), percent(l.waiting, l.inside), late});
  };
  const std::size_t shown = std::min(of.lines.size(), most_lines);
  for (std::size_t k = 0; k < shown; ++k) add(of.lines[k]);
  if (of.lines.size() > 1) add(of.all);
  std::string text =
      fmt::format("waiting in blocking collectives, {}, mean of all\n", counted(of.processes, "process")) +
      t.text();
  if (of.lines.size() > shown) text += fmt::format("{} more lines\n", of.lines.size() - shown);
  if (of.missed > 0) text += fmt::format("{} later calls did not fit the trace\n", of.missed);
  return text;
}

}  // namespace tutti::record
