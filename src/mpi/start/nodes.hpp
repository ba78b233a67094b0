#pragma once

#include <optional>

#include "mpi/library/quirks.hpp"
#include "select/settings.hpp"

/// Finds which processes share a node, or a domain (memory or cache) of a node.
namespace tutti::mpi {

struct startup_message;
struct world;

/// True if the processes of a node should use shared memory for messages. Opening that memory may still fail.
inline bool may_share_memory(const settings& user) noexcept {
  return !quirks::simulated && user.shares_memory;
}
/// Finds the processes of each node (w.nodes) and opens the links between them. `user.node_size`: this many
/// consecutive ranks count as a node; 0: the processes of a host do. Returns true if the processes of every
/// host share memory. False if the user or the system forbids it, or if tutti is off. Collective over
/// MPI_COMM_WORLD.
bool find_nodes(world& w, const settings& user, const startup_message& message);
/// On process 0, a sentence for the user if processes of one machine do not share memory although the user
/// has not forbidden it; otherwise null.
const char* why_unshared() noexcept;
/// Sets w.domains if all processes are on one node. Called after find_nodes(). `domain_size`: this many
/// consecutive ranks share a domain; none: the domains are those that the system reports (if processes are
/// bound); 0: all processes share one.
void find_domains(world& w, std::optional<int> domain_size, const startup_message& message);

}  // namespace tutti::mpi
