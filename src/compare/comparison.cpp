#include "compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace tutti::compare {
namespace {

constexpr double least_effect = 0.02;
constexpr std::size_t least_runs = 3;      // of each side
constexpr double least_confidence = 0.89;  // that of three runs of each side is 0.9

contrast contrast_of(std::vector<double> first, std::vector<double> second) {
  contrast c{.seconds = {std::move(first), std::move(second)}, .speed_up = {}, .bounds = {}};
  const double before = c.median(0), after = c.median(1);
  if (!(before > 0) || !(after > 0)) return c;
  c.speed_up = before / after;
  if (c.seconds[0].size() == 1 && c.seconds[1].size() == 1) return c;
  c.bounds = measure::ratio_interval(c.seconds[0], c.seconds[1]);
  if (std::min(c.seconds[0].size(), c.seconds[1].size()) < least_runs) return c;
  if (c.bounds->confidence < least_confidence) return c;
  if (c.bounds->high < 1 / (1 + least_effect)) c.is = measure::verdict::slower;
  if (c.bounds->low > 1 + least_effect) c.is = measure::verdict::faster;
  return c;
}

template <class Value>
contrast contrast_of(const std::array<const std::vector<run_calls>*, 2>& sides, Value value) {
  std::array<std::vector<double>, 2> seconds;
  for (std::size_t s = 0; s < 2; ++s)
    for (const run_calls& r : *sides[s]) seconds[s].push_back(value(r));
  return contrast_of(std::move(seconds[0]), std::move(seconds[1]));
}

// None unless all runs have the time.
std::optional<contrast> contrast_of(const std::array<const std::vector<run_calls>*, 2>& sides,
                                    std::optional<double> run_calls::*time) {
  for (const std::vector<run_calls>* const runs : sides)
    for (const run_calls& r : *runs)
      if (!(r.*time)) return {};
  return contrast_of(sides, [time](const run_calls& r) { return *(r.*time); });
}

std::uint64_t median_of(std::vector<std::uint64_t> counts) {
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

// The names of the sides: "native" and "tutti", if one side was served by the MPI library alone.
std::array<std::string, 2> names_of(const std::vector<run_calls>& first,
                                    const std::vector<run_calls>& second) {
  const auto native = [](const std::vector<run_calls>& runs) {
    return std::ranges::all_of(runs, &run_calls::native);
  };
  if (native(first) && !native(second)) return {"native", "tutti"};
  if (!native(first) && native(second)) return {"tutti", "native"};
  return {"first", "second"};
}

void require_same_processes(const std::array<const std::vector<run_calls>*, 2>& sides) {
  const run_calls& one = sides[0]->front();
  for (const std::vector<run_calls>* const runs : sides)
    for (const run_calls& r : *runs)
      if (r.processes != one.processes)
        throw std::invalid_argument(
            fmt::format("{} is of {} processes and {} of {}: only runs on the same number of processes can "
                        "be compared",
                        one.file, one.processes, r.file, r.processes));
}

}  // namespace

comparison compare_runs(const std::vector<run_calls>& first, const std::vector<run_calls>& second,
                        grouping by) {
  const std::array sides{&first, &second};
  require_same_processes(sides);
  comparison all;
  const std::array<std::string, 2> names = names_of(first, second);
  std::map<call_group, line> lines;
  for (std::size_t s = 0; s < 2; ++s) {
    all.sides[s].name = names[s];
    for (const run_calls& r : *sides[s]) {
      all.sides[s].files.push_back(r.file);
      all.missed += r.missed;
      all.lacks_ends = all.lacks_ends || r.lacks_ends;
      for (const auto& [group, sum] : r.groups) {
        line& l = lines[group];
        l.of = group;
        l.served_by[s].insert(sum.served_by.begin(), sum.served_by.end());
      }
    }
  }
  for (auto& [group, l] : lines) {
    std::array<std::vector<double>, 2> seconds;
    for (std::size_t s = 0; s < 2; ++s) {
      std::vector<std::uint64_t> calls;
      for (const run_calls& r : *sides[s]) {
        const auto found = r.groups.find(group);
        calls.push_back(found == r.groups.end() ? 0 : found->second.calls);
        seconds[s].push_back(found == r.groups.end() ? 0 : found->second.seconds);
      }
      l.calls[s] = median_of(std::move(calls));
    }
    l.times = contrast_of(std::move(seconds[0]), std::move(seconds[1]));
    all.lines.push_back(std::move(l));
  }
  std::ranges::stable_sort(all.lines, {}, [](const line& l) {
    return std::pair(l.times.is != measure::verdict::slower, -l.times.lost());
  });
  all.processes = first.front().processes;
  all.traced = first.front().traced;
  all.by = by;
  all.inside = contrast_of(sides, [](const run_calls& r) { return r.inside; });
  all.program = contrast_of(sides, &run_calls::program);
  all.command = contrast_of(sides, &run_calls::command);
  return all;
}

}  // namespace tutti::compare
