#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/recorded_call.hpp"

/// For the report and the trace: times the non-blocking and persistent collectives that the MPI library
/// serves. The time of an operation starts with its call, or with MPI_Start, and ends when the program
/// completes the request: tutti cannot see when the operation ends inside the library. The duration of the
/// call that starts it means nothing.
namespace tutti::mpi::native_posts {

/// One such call.
struct line {
  communicator* at;  ///< null if it has been closed since then
  call_name of;
  const char* why;
  std::size_t bytes;
  recorded_posting record;  ///< for the trace; none for a persistent operation
};

/// Watches the request that the MPI library returned. `began`: when a non-blocking call started, in ticks of
/// the record's clock, not 0; a persistent operation starts with MPI_Start. False if tutti does not see the
/// completion of requests, or if the request is null because the operation has already ended.
bool watch(MPI_Request request, const line& what, std::uint64_t began);
/// Called when the program starts requests. Some of them may be watched.
void started(int n, const MPI_Request* requests);
/// Called when the program frees a request. If the request is watched, its time ends now.
void freed(MPI_Request request);

/// The number of a watched request that is active. No two calls have the same number. 0 if the request is not
/// watched or not active.
unsigned long number_of_active(MPI_Request request);
/// Called after a function that may have completed the request: notes the time if the operation has ended.
/// `gone`: the request is null now.
void look_at(MPI_Request request, unsigned long number, bool gone);

}  // namespace tutti::mpi::native_posts
