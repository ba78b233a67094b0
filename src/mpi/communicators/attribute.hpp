#pragma once

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

struct communicator;

/// Attaches tutti's data to a communicator, as an attribute. When the MPI library deletes the communicator,
/// it deletes the attribute, which closes the data.
void attach(MPI_Comm comm, communicator* kept);
/// Deletes the attribute.
void detach(MPI_Comm comm) noexcept;
/// Looks up the attached data; null if there are none. Returns an MPI error code.
int look_up_attached(MPI_Comm comm, communicator*& kept);

/// Implements MPI_Comm_free and MPI_Comm_disconnect. `free`: the MPI library's function.
int free_communicator(MPI_Comm* comm, int (*free)(MPI_Comm*));

/// True while this thread frees the communicator. A delete callback of the program may still call a
/// collective on it. That call goes to the MPI library on all processes, because all of them free the
/// communicator. Data attached now would be mistaken for those of the next communicator with the same handle.
bool being_deleted(MPI_Comm comm) noexcept;

}  // namespace tutti::mpi
