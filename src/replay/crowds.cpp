#include "replay/crowds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

namespace tutti::replay {
namespace {

// At equal times, the beginning of an operation precedes its middle, and its middle precedes its end.
enum class change : std::uint8_t { begins, is_half_done, ends };

struct event {
  double when;
  change what;
  std::uint32_t operation;
};

// The nodes of each communicator; none if it is within a node.
std::vector<std::vector<int>> nodes_of_communicators(const recorded_run& run, const std::vector<int>& nodes) {
  std::vector<std::vector<int>> all;
  for (const communicator& c : run.communicators) {
    std::vector<int> on;
    for (const int m : c.members) on.push_back(nodes[static_cast<std::size_t>(m)]);
    std::ranges::sort(on);
    on.erase(std::ranges::unique(on).begin(), on.end());
    if (on.size() == 1) on.clear();
    all.push_back(std::move(on));
  }
  return all;
}

}  // namespace

std::vector<int> crowds_of(const recorded_run& run, const std::vector<int>& nodes) {
  std::vector<int> crowds(run.operations.size(), 1);
  if (nodes.empty()) return crowds;
  const std::vector<std::vector<int>> on = nodes_of_communicators(run, nodes);
  std::vector<event> events;
  for (std::uint32_t k = 0; k < run.operations.size(); ++k) {
    const operation& o = run.operations[k];
    if (o.posted || on[o.communicator].empty()) continue;
    const std::span<const presence> all = run.presences(o);
    const double begin = last_entry(all);
    double end = all.front().begin;
    for (const presence& was : all) end = std::max(end, was.end);
    events.push_back({begin, change::begins, k});
    events.push_back({(begin + end) / 2, change::is_half_done, k});
    events.push_back({end, change::ends, k});
  }
  std::ranges::sort(events, {}, [](const event& e) { return std::tuple(e.when, e.what, e.operation); });
  std::vector<int> under_way(static_cast<std::size_t>(std::ranges::max(nodes)) + 1);
  for (const event& e : events)
    for (const int node : on[run.operations[e.operation].communicator]) {
      int& here = under_way[static_cast<std::size_t>(node)];
      if (e.what == change::begins)
        ++here;
      else if (e.what == change::ends)
        --here;
      else
        crowds[e.operation] = std::max(crowds[e.operation], here);
    }
  return crowds;
}

}  // namespace tutti::replay
