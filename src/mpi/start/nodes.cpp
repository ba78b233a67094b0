#include "mpi/start/nodes.hpp"

#include <sched.h>

#include <algorithm>

#include "mpi/library/quirks.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/yielding.hpp"
#include "mpi/start/node_memory.hpp"
#include "mpi/start/start.hpp"
#include "mpi/start/world.hpp"
#include "node/domains.hpp"

namespace tutti::mpi {
namespace {

// Makes groups of `size` consecutive ranks, each named by its first rank.
void in_groups_of(int size, std::vector<int>& names) {
  for (std::size_t r = 0; r < names.size(); ++r) names[r] = static_cast<int>(r) / size * size;
}

// True if no other process of the job may run on this process's processors. The hosts of one machine may
// share its processors, and simulated processes have none.
bool is_alone(const world& w, const startup_message& message) {
  const int host = message.hosts[static_cast<std::size_t>(w.rank)];
  return !quirks::simulated && !message.divided && std::ranges::count(message.hosts, host) == 1;
}

constinit const char* unshared = nullptr;

}  // namespace

const char* why_unshared() noexcept { return unshared; }

bool find_nodes(world& w, const settings& user, const startup_message& message) {
  w.nodes = message.hosts;
  if (user.node_size > 0) in_groups_of(user.node_size, w.nodes);
  const bool wanted = may_share_memory(user) && !user.off;
  const char* const obstacle = wanted ? open_node_links(w.near, w, message) : nullptr;
  unshared = obstacle || !wanted || user.node_size > 0 ? obstacle : message.division;
  const bool alone = is_alone(w, message);
  if (alone) {
    const cpu_set_t here = node::processors_here();
    w.near.processors_each = std::max(CPU_COUNT(&here), 1);
  }
  // Processes that share a host but no memory do not know each other's processors.
  if ((alone || w.near.shared) && !w.near.crowded) progress::spins = progress::spins_alone;
  if (quirks::is_asked_to_yield()) yields.never_pause();
  yields.has_processors(w.near.processors_each);
  return wanted && !obstacle;
}

void find_domains(world& w, std::optional<int> domain_size, const startup_message& message) {
  if (w.size == 1 || domain_size == 0 ||
      !std::ranges::all_of(w.nodes, [&w](int node) { return node == w.nodes[0]; }))
    return;
  if (domain_size)
    in_groups_of(*domain_size, w.domains);
  else if (!message.domains.empty())
    w.domains = message.domains;
}

}  // namespace tutti::mpi
