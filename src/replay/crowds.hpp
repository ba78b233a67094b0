#pragma once

#include <vector>

#include "replay/recorded_run.hpp"

namespace tutti::replay {

/// For each operation, how many operations share the links of its nodes: of all nodes of its processes the
/// largest number of operations that have a process there, itself included. Those count that were under way,
/// all processes having entered, in the middle of it. `nodes` has the node of each process. An operation
/// within a node uses no links: it has 1, and does not count. Neither do non-blocking ones, of which the
/// trace does not have the times.
[[nodiscard]] std::vector<int> crowds_of(const recorded_run& run, const std::vector<int>& nodes);

}  // namespace tutti::replay
