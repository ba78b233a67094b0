#pragma once

#include <vector>

#include "tutti/algorithm.hpp"

namespace tutti {

/// The algorithmic latency of each process: the steps that it takes before its first message, in which it
/// finds its parent and children in a tree, or its schedule. A step is an iteration of the innermost loop
/// that does so: some instructions. Empty if the steps of this algorithm are not counted. They are counted
/// here, beside the algorithm, so that a call has nothing to count.
/// Source: Traeff, HPC lecture "Collectives", "Algorithmic latency in tree algorithms".
std::vector<double> steps_before_first_message(const algorithm& a, const shape& s, int root);

}  // namespace tutti
