#pragma once

#include <memory>

#include "mpi/start/world.hpp"
#include "select/profile.hpp"

namespace tutti::mpi {

/// TUTTI_PLAN=job: a plan for communicators of as many processes, on such nodes, as MPI_COMM_WORLD has, for which its processes
/// share the work: each runs some kinds and sizes of calls in virtual time, with three times the messages that a first call may
/// take. Null, and a warning, where the machine is described for other processes. Collective over MPI_COMM_WORLD.
std::shared_ptr<const profile> plan_together(const world& w, settings& user);

}  // namespace tutti::mpi
