#include "replay/arrival.hpp"

#include <algorithm>
#include <span>

namespace tutti::replay {

std::vector<double> mean_arrival(const recorded_run& run, const std::vector<double>& entries,
                                 const line_names& names, const std::string& only) {
  std::vector<double> sum(run.processes.size());
  double operations = 0;
  for (const operation& o : run.operations) {
    const std::vector<int>& members = run.communicators[o.communicator].members;
    if (o.posted || members.size() != sum.size()) continue;
    if (!only.empty() && only != name_of(run.classes[o.of].of) && only != names.of(run, o)) continue;
    const auto mine = std::span(entries).subspan(o.first, members.size());
    const double first = std::ranges::min(mine);
    for (std::size_t m = 0; m < mine.size(); ++m)
      sum[static_cast<std::size_t>(members[m])] += mine[m] - first;
    ++operations;
  }
  if (operations == 0) return {};
  for (double& seconds : sum) seconds /= operations;
  return sum;
}

}  // namespace tutti::replay
