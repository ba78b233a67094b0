#pragma once

#include "mpi/communicators/communicator.hpp"

/// The graph of a communicator's processes that neighbourhood collectives are on.
namespace tutti::mpi {

/// The neighbours of this process on a communicator, asked for here alone; null if it has no topology.
const neighbourhood* neighbours_of(communicator& c, MPI_Comm comm);

}  // namespace tutti::mpi
