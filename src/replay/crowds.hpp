#pragma once

#include <vector>

#include "replay/recorded_run.hpp"

namespace tutti::replay {

/// For each operation, the number of operations that share a link with it. On each node of its processes, the
/// operations with a process on that node are counted, including itself, and the largest count is taken. An
/// operation counts if it was under way, with all its processes inside, in the middle of the given one.
/// `nodes` has the node of each process. An operation within a node uses no links: its number is 1, and it
/// does not count. Non-blocking operations do not count either, since the trace does not have their times.
[[nodiscard]] std::vector<int> crowds_of(const recorded_run& run, const std::vector<int>& nodes);

}  // namespace tutti::replay
