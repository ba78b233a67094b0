#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "select/profile.hpp"

// From measurements to a profile: from which size on which algorithm.
namespace tutti {

/// How long calls of one size took with one algorithm. Seconds.
struct timing {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  double median = 0;
  double low = 0, high = 0;  ///< confidence interval of the median
};

struct measured_size {
  std::size_t bytes = 0;
  std::vector<timing> by;  ///< in any order; candidates that were not measured at this size are left out
};

/// What it takes to change the algorithm from a size to the next: the times that are saved must outweigh
/// `reluctance` for each change, as a share of the time at one size. So what wins by noise at one size only
/// does not flip the choice.
struct hysteresis {
  double reluctance = 0.03;
};

/// The steps that take least time, as the mean of its logarithm over all sizes, changes included. At each
/// size only what was measured there may serve, and only what is surely no slower than native: its median is
/// not above, and its interval does not reach beyond native's. A change falls between the two sizes
/// (geometric mean). `sizes` ascend, none is empty; no sizes give a single step to native.
std::vector<profile_step> thresholds(std::span<const measured_size> sizes, const hysteresis& with = {});

}  // namespace tutti
