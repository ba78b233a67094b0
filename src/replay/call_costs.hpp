#pragma once

#include <cstddef>
#include <vector>

#include "replay/recorded_run.hpp"

namespace tutti::replay {

/// Calls that differ only in their root, in the lengths of their blocks, and in their size by less than a
/// factor of two.
struct call_cost {
  int p = 1;
  collective of = collective::barrier;
  operator_class op = operator_class::exact;
  bool equal_blocks = true;
  std::size_t bytes = 0;  ///< of the size and root that cost most
  int root = 0;
  double seconds = 0;  ///< in blocking calls, sum of all processes
};

/// The time of a recorded run in its calls.
struct call_costs {
  std::vector<call_cost> all;  ///< the calls that cost most first; without those below
  double whole = 0;            ///< seconds of all calls
  /// Of these, in calls of unknown size, of neighbourhoods or of one process, which no benchmark repeats.
  double unknown = 0;
};
call_costs costs_of(const recorded_run& run);

}  // namespace tutti::replay
