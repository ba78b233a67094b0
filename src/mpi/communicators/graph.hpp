#pragma once

#include "mpi/communicators/communicator.hpp"

/// The process graph of a communicator, for neighbourhood collectives.
namespace tutti::mpi {

/// Returns the neighbours of this process on a communicator, without communication. Null if the communicator
/// has no topology.
const neighbourhood* neighbours_of(communicator& c, MPI_Comm comm);

}  // namespace tutti::mpi
