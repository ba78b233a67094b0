#pragma once

#include <chrono>
#include <memory>

#include "mpi/communicators/communicator.hpp"

/// The list of the communicators that tutti has data about, from their opening until they are closed. Any
/// thread may call these functions.
namespace tutti::mpi {

struct erroneous;

void add_to_list(communicator* c);
/// Notes the time that the opening of a communicator took.
void note_opening(const communicator& c, std::chrono::nanoseconds took);
/// Closes a communicator that the program has freed, or that of a persistent operation, if no call is under
/// way on it. Deletes its data, frees its number and its place in the record, and keeps the counts of its
/// calls.
void close_communicator(communicator* c);
struct closes_communicator {
  void operator()(communicator* c) const { close_communicator(c); }
};
/// A communicator that is closed with its owner.
using owned_communicator = std::unique_ptr<communicator, closes_communicator>;
/// Counts a call that the MPI library refuses, on a communicator that is not in the list.
void count_refused(MPI_Comm comm, call_name call, const erroneous& why);

/// Registers a function that is called with each communicator before it is closed.
void at_close(void (*act)(const communicator&));
/// Registers a function that is called with the handle of each communicator that the program frees. Called
/// within a progress::hold.
void at_free(void (*act)(MPI_Comm));
/// Calls the functions registered by at_free(). Called within a progress::hold.
void act_at_free(MPI_Comm comm);

/// True if any communicator is being opened by a call that does not wait for it.
bool any_is_opening();
/// Returns the counts of all communicators, closed ones included.
call_counts calls_so_far();
openings openings_so_far();
/// Forgets these counts, after they have been reported. Called when no call is under way.
void forget_counts();
/// Forgets the communicators of the list, which have ended with MPI.
void forget_communicators();

}  // namespace tutti::mpi
