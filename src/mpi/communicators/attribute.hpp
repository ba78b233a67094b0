#pragma once

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

struct communicator;

/// What is kept with a communicator is an attribute of it: the MPI library says when the communicator is
/// deleted, and what was kept is closed.
void attach(MPI_Comm comm, communicator* kept);
/// Null if nothing is. An error code of MPI's.
int look_up_attached(MPI_Comm comm, communicator*& kept);

/// MPI_Comm_free or MPI_Comm_disconnect: calls `free`, which does it.
int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*));

/// True while this thread frees the communicator. A delete callback of the program's may still call a collective there. It goes to the
/// library, on all processes, since all of them free the communicator; what would be kept with the communicator now would be taken for
/// that of the next one with the same handle.
bool being_deleted(MPI_Comm comm) noexcept;

}  // namespace tutti::mpi
