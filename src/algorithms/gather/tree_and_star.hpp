#pragma once

// What gather and scatter of equal blocks take along the tree of gatherv.tree_and_star.

#include "algorithms/estimate.hpp"
#include "algorithms/gather/linear_time.hpp"

namespace tutti {

/// Seconds in which the tree is followed past one process; measured, 12 ns of them for root_plan.
inline constexpr double step_along_cubes = 25e-9;

/// Equal cubes, which the root deals with itself, as far as they are not around it or on its node.
struct tree_and_star_cubes {
  double others = 0;  ///< so many of them
  double bytes = 0;   ///< of the blocks of each
  double within = 0;  ///< seconds that these take among its processes
  double plan = 0;    ///< seconds until the root knows what to do

  tree_and_star_cubes(const shape& s, const message_costs& on) {
    const double block = s.bytes / s.p;
    double n = 1;
    for (; n < s.p && n * block <= s.straight_beyond; n *= 2) {
      const bool near = s.nodes > 0 && n < s.per_node;
      within += step_along_cubes + (near ? tutti::within(on, 1, n * block) : across(on, n * block));
    }
    plan = s.p * step_along_cubes;
    bytes = n * block;
    others = std::max(0.0, s.p - std::max<double>(n, s.nodes > 1 ? s.per_node : 1)) / n;
  }
};

}  // namespace tutti
