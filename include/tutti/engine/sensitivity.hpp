#pragma once

#include <algorithm>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// What it does to an algorithm that processes do not arrive together: the terms of A. Faraj, P. Patarasuk
/// and X. Yuan, A study of process arrival patterns for MPI collective operations, Int. J. Parallel
/// Programming 36 (2008). All in seconds.
struct sensitivity {
  double together = 0;      ///< what the algorithm takes if all arrive at once
  double last_arrival = 0;  ///< after the first
  double after_last = 0;    ///< from the last arrival until the last process has ended
  double mean_inside = 0;   ///< from a process's own arrival until its end, the mean over the processes
  double mean_inside_together = 0;  ///< the same if all arrive at once
  int held_up = 0;                  ///< processes that are inside for longer than if all arrive at once

  /// How much of the last process's delay is hidden, of what can be at most: the delay, or what the algorithm
  /// takes if that is shorter. 1 where no more remains when the last process arrives than without the delay,
  /// 0 where everything waits for it; above 1 where the pattern even helps, negative where it costs more than
  /// the delay. NaN without a delay.
  [[nodiscard]] double absorbed() const noexcept {
    return (together - after_last) / std::min(last_arrival, together);
  }
};

/// From when each process began and ended, and when each ended in the run in which all began at 0: see
/// predict_options::ends. Throws std::invalid_argument if these are not equally many, or none.
sensitivity sensitivity_of(const arrival& begins, const std::vector<double>& ends,
                           const std::vector<double>& ends_together);

}  // namespace tutti
