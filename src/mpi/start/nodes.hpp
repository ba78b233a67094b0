#pragma once

#include <optional>

#include "mpi/library/abi.hpp"
#include "select/settings.hpp"

/// Which processes share a node, or a domain of one.
namespace tutti::mpi {

struct told_at_start;
struct world;

/// Whether processes of a node are to send each other messages through memory, whether or not they turn out to be able to.
inline bool may_share_memory(const settings& user) noexcept {
#if defined(SMPI_H)
  constexpr bool possible = false;  // its processes are threads of one
#else
  constexpr bool possible = true;
#endif
  return possible && user.shares_memory;
}
/// Finds out who shares a node, and opens the ways between those that do. `user.node_size`: so many processes are taken for a node; 0:
/// those of a host are. Returns true if the processes of every node share memory, which they do unless the user or the system forbids
/// it. Collective over MPI_COMM_WORLD.
bool find_nodes(world& w, const settings& user, const told_at_start& told);
/// After find_nodes(). Where all processes are on one node, and each is bound to a part of it: which of them are near each other.
/// `domain_size`: so many consecutive ones are; none: as the system says; 0: all are.
void find_domains(world& w, std::optional<int> domain_size, const told_at_start& told);

}  // namespace tutti::mpi
