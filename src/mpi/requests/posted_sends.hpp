#pragma once

#include "mpi/library/library_calls.hpp"
#include "mpi/runtime/run_state.hpp"

/// In the check mode that looks for unsafe sends, the program's MPI_Isend and MPI_Send_init are synchronous.
/// The record names the receiver of the send for which a process waits.
namespace tutti::mpi::posted_sends {

/// Watches the request of a send.
void watch(MPI_Request request, int to, int tag, MPI_Comm comm);
/// The number of a watched send, which no other send has; 0 if the request is not a watched send.
unsigned long number_of(MPI_Request request);
/// Notes in the record that the process waits for this send. Does nothing if the process is in no call that
/// waits, or if the request is no watched send.
void note_wait(MPI_Request request);
/// Forgets a send that has completed, if its request still has this number.
void forget(MPI_Request request, unsigned long number) noexcept;

template <auto Synchronous, class Count>
[[gnu::cold, gnu::noinline]] int post_synchronous(const library_calls& by, const void* data, Count count,
                                                  MPI_Datatype type, int to, int tag, MPI_Comm comm,
                                                  MPI_Request* request) {
  const int code = (by.*Synchronous)(data, count, type, to, tag, comm, request);
  if (code == MPI_SUCCESS && to >= 0) watch(*request, to, tag, comm);
  return code;
}
/// MPI_Isend or MPI_Send_init of the program, or the synchronous form if check mode wants it.
template <auto Standard, auto Synchronous, class Count>
[[gnu::always_inline]] inline int post(const library_calls& by, const void* data, Count count,
                                       MPI_Datatype type, int to, int tag, MPI_Comm comm,
                                       MPI_Request* request) {
  if (!this_run.synchronous_sends) [[likely]]
    return (by.*Standard)(data, count, type, to, tag, comm, request);
  return post_synchronous<Synchronous>(by, data, count, type, to, tag, comm, request);
}

}  // namespace tutti::mpi::posted_sends
