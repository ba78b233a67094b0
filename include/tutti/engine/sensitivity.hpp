#pragma once

#include <algorithm>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// The sensitivity of an algorithm to imbalanced arrival, in the terms of A. Faraj, P. Patarasuk and X. Yuan,
/// A study of process arrival patterns for MPI collective operations, Int. J. Parallel Programming 36 (2008).
/// Times in seconds.
struct sensitivity {
  double together = 0;      ///< time of the algorithm if all arrive at once
  double last_arrival = 0;  ///< time from the first arrival to the last
  double after_last = 0;    ///< from the last arrival until the last process has finished
  double mean_inside = 0;   ///< from a process's arrival until it has finished, mean over the processes
  double mean_inside_together = 0;  ///< the same if all arrive at once
  int held_up = 0;                  ///< number of processes inside for longer than if all arrive at once

  /// The hidden part of the last process's delay, relative to the largest delay that can be hidden: the
  /// delay, or the time of the algorithm if that is shorter. 0 if all work waits for the last process. Above
  /// 1 if the pattern even helps, negative if it costs more than the delay. NaN without a delay.
  [[nodiscard]] double absorbed() const noexcept {
    return (together - after_last) / std::min(last_arrival, together);
  }
};

/// Computes the sensitivity from the begin and end time of each process, and its end time in a run in which
/// all begin at 0: see predict_options::ends. Throws std::invalid_argument if the lengths differ or are 0.
sensitivity sensitivity_of(const arrival& begins, const std::vector<double>& ends,
                           const std::vector<double>& ends_together);

}  // namespace tutti
