#pragma once

#include <chrono>

#include "mpi/communicators/communicator.hpp"

/// The communicators with which something is kept, from their opening until they are closed. Any thread may call.
namespace tutti::mpi {

struct erroneous;

/// Adds a communicator whose opening has taken so long.
void add_to_list(communicator* c, std::chrono::nanoseconds opening);
/// Closes a communicator that the program has freed and on which no call is under way. Gives back its number, and keeps the counts of
/// its calls.
void close_communicator(communicator* c);
/// Counts a call that the MPI library refuses, on a communicator with which nothing is kept.
void count_refused(MPI_Comm comm, call_name call, const erroneous& why);

/// Has `act` called with each communicator that is closed from now on, before it is.
void at_close(void (*act)(const communicator&));
/// Has `act` called with the handle of each communicator that the program frees from now on. Within a progress::hold.
void at_free(void (*act)(MPI_Comm));
/// Calls what at_free() has been given. Within a progress::hold.
void act_at_free(MPI_Comm comm);

/// True if any communicator is being opened by a call that does not wait for it.
bool any_is_opening();
/// Returns the counts of all communicators, closed ones included.
call_counts calls_so_far();
openings openings_so_far();

}  // namespace tutti::mpi
