#pragma once

// Two ways to do the same, timed in alternation in one run, so that both meet the same machine.

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace lab {

inline double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return x[x.size() / 2];
}

/// Seconds per call of a batch, f(0), f(1), ...: from the first process's start to the last one's end. All
/// processes have one clock, since the hosts of lab/cluster are namespaces of one machine. After a barrier
/// alone, some processes begin much later than others. (The barrier is tutti's, if it serves: there its
/// processes agree on their measurements.)
inline double batch(const std::function<void(int)>& f, int calls) {
  const auto now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  MPI_Barrier(MPI_COMM_WORLD);
  double times[2] = {-now(), 0};
  for (int i = 0; i < calls; ++i) f(i);
  times[1] = now();
  PMPI_Allreduce(MPI_IN_PLACE, times, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return (times[0] + times[1]) / calls;
}

/// Medians of `times` batches of each.
struct result {
  double native, ours;
};
inline result alternate(const std::function<void(int)>& native, const std::function<void(int)>& ours,
                        int times, int calls) {
  std::vector<double> of_native, of_ours;
  batch(native, calls), batch(ours, calls);  // sets up connections and communicators
  for (int k = 0; k < times; ++k)
    for (const bool first : {true, false})
      if (first == (k % 2 == 0))
        of_native.push_back(batch(native, calls));
      else
        of_ours.push_back(batch(ours, calls));
  return {median(of_native), median(of_ours)};
}

}  // namespace lab
