#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "select/profile.hpp"

// Computes a profile's steps from measurements.
namespace tutti {

/// The measured time of one algorithm at one size, in seconds.
struct timing {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  double median = 0;
  double low = 0, high = 0;  ///< confidence interval of the median
};

struct measured_size {
  std::size_t bytes = 0;
  std::vector<timing> by;  ///< in any order, without candidates that were not measured at this size
};

/// The price of a change of algorithm between two sizes: the saving, as a share of the time at one size, must
/// exceed `reluctance`. So a win by noise at one size does not change the choice.
struct hysteresis {
  double reluctance = 0.03;
  /// The same, for another algorithm than native from the first size on. By default, the reluctance.
  std::optional<double> at_first{};
};

/// Returns the steps with the least time: the mean of its logarithm over all sizes, plus the reluctance for
/// each change. At each size, only algorithms measured there qualify whose median and upper confidence limit
/// do not exceed those of native. A change lies between two sizes, at their geometric mean. `sizes` ascend,
/// and each has a time. Without any sizes, the result is a single step, to native.
std::vector<profile_step> thresholds(std::span<const measured_size> sizes, const hysteresis& with = {});

}  // namespace tutti
