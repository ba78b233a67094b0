#pragma once

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/opening.hpp"

namespace tutti::mpi {

/// Returns what is kept with a communicator, or null if the call has to go to the MPI library: tutti is off, MPI is not running, the
/// communicator is null, or the call would be the first one and is wrong. The first call on a communicator is collective.
communicator* find_communicator(MPI_Comm comm, const first_call* call = nullptr);
/// The same for a call that may not wait: the communicator may not be open yet.
communicator* find_or_post_opening(MPI_Comm comm, const first_call* call = nullptr);
/// The same for a program of the user's own, which runs also when tutti is off. Throws failure.
communicator* open_to_programs(MPI_Comm comm);

inline communicator* communicator_of(MPI_Comm comm) {
  if (is_remembered(comm)) [[likely]]
    return last_communicator.found;
  return find_communicator(comm);
}

}  // namespace tutti::mpi
