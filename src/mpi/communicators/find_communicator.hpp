#pragma once

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/opening.hpp"

namespace tutti::mpi {

/// Returns tutti's data about a communicator. Null if the call has to go to the MPI library: tutti is off,
/// MPI is not running, the communicator is null or being freed, or the call would be the first one and is
/// erroneous. The first call on a communicator is collective.
communicator* find_communicator(MPI_Comm comm, const first_call* call = nullptr);
/// The same for a call that may not wait. The communicator may not be open yet.
communicator* find_or_post_opening(MPI_Comm comm, const first_call* call = nullptr);
/// The same for programs that a user writes with include/tutti/mpi, which run even if tutti is off. Throws a
/// failure if tutti cannot serve the communicator.
communicator* open_to_programs(MPI_Comm comm);

/// Sets the algorithm of a collective on a communicator, regardless of the environment; null: tutti chooses.
/// Throws failure.
void use(MPI_Comm comm, collective of, const algorithm* requested);

inline communicator* communicator_of(MPI_Comm comm) {
  if (is_remembered(comm)) [[likely]]
    return last_communicator.found;
  return find_communicator(comm);
}

}  // namespace tutti::mpi
