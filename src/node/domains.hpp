#pragma once

#include <sched.h>

#include <filesystem>
#include <span>
#include <vector>

namespace tutti::node {

/// Where a process may run on its node, as far as it may run in one place only: -1 where it may run in several, or where the system
/// does not say.
struct bound_to {
  int memory = -1;  ///< the NUMA domain
  int cache = -1;   ///< the outermost cache: the first of the processors that share it
};

/// On which processors this process may run.
cpu_set_t processors_here() noexcept;

/// What Linux says in `system`/node and `system`/cpu of the processors on which a process may run.
bound_to where_bound(const cpu_set_t& processors,
                     const std::filesystem::path& system = "/sys/devices/system");

/// Which of the processes of a node are near each other: for each the first process of its domain. Domains are those of the
/// memory, or if all have the same memory those of the outermost caches. All 0 if there is one only, if none has two processes, or
/// if some process may run in several.
std::vector<int> domains_of(std::span<const bound_to> processes);

}  // namespace tutti::node
