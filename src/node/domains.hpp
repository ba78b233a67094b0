#pragma once

#include <sched.h>

#include <filesystem>
#include <span>
#include <vector>

namespace tutti::node {

/// The place on the node that a process is bound to. -1: the process may run in several such places, or the
/// system does not say.
struct bound_to {
  int memory = -1;  ///< NUMA domain
  int cache = -1;   ///< the outermost cache, named by the first processor that shares it
};

/// The processors on which this process may run.
cpu_set_t processors_here() noexcept;

/// Returns where a process is bound that may run on these processors, by `system`/node and `system`/cpu of
/// Linux.
bound_to where_bound(const cpu_set_t& processors,
                     const std::filesystem::path& system = "/sys/devices/system");

/// Maps each process of a node to the first process of its domain. Domains are those of memory, or, if all
/// processes have the same memory, those of the outermost caches. All 0 if there is only one domain, if no
/// domain has two processes, or if some process may run in several domains.
std::vector<int> domains_of(std::span<const bound_to> processes);

}  // namespace tutti::node
