#pragma once

#include <memory>

#include "mpi/start/world.hpp"
#include "select/profile.hpp"
#include "select/settings.hpp"

namespace tutti::mpi {

/// Implements TUTTI_PLAN=job: returns a plan for communicators with the size and the nodes of MPI_COMM_WORLD.
/// The processes share the work. Each runs some kinds and sizes of calls in virtual time, with three times
/// the messages that a first call may take. Returns null and adds a warning if the machine file describes a
/// network for another number of processes. Collective over MPI_COMM_WORLD.
std::shared_ptr<const profile> plan_together(const world& w, settings& user);

}  // namespace tutti::mpi
