#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/communicators/communicator.hpp"

/// For the report: non-blocking and persistent collectives that the MPI library runs. They take from their call, or their start, until the
/// program has completed them: when they end inside is not seen, and how long the call took that began one says nothing.
namespace tutti::mpi::native_posts {

/// What the report needs of one such call.
struct line {
  communicator* at;
  call_name of;
  const char* why;
  std::size_t bytes;
};

/// The MPI library has given a request for one: a non-blocking one began at that tick of the record's clock; a persistent one begins
/// when it is started. False if it is not seen when the program completes it, or if it has ended.
bool watch(MPI_Request request, const line& what, std::uint64_t began);
/// The program starts some requests, among which there may be some of these.
void started(int n, const MPI_Request* requests);
/// The program frees a request, which may be one of these: it took until now.
void freed(MPI_Request request);

/// Whether a request is one that is watched, under which number: no two have the same. 0: it is none, or not active.
unsigned long number_of_active(MPI_Request request);
/// A call that may complete it has returned: takes its time if it has ended. `gone`: its request is.
void look_at(MPI_Request request, unsigned long number, bool gone);

}  // namespace tutti::mpi::native_posts
