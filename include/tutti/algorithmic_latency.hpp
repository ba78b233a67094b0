#pragma once

#include <vector>

#include "tutti/algorithm.hpp"

namespace tutti {

/// The algorithmic latency of each process: the number of steps in which it computes its parent and children
/// in a tree, or its schedule, before its first message. A step is one iteration of the innermost loop of
/// this computation, a few instructions. Empty if the steps of this algorithm are not counted. The steps are
/// counted here, outside the algorithm, so that a call has nothing to count. Source: Traeff, HPC lecture
/// "Collectives", "Algorithmic latency in tree algorithms".
std::vector<double> steps_before_first_message(const algorithm& a, const shape& s, int root);

}  // namespace tutti
