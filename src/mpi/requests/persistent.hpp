#pragma once

#include <memory>

#include "mpi/communicators/communicator_list.hpp"
#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {

/// Opens a communicator of tutti's own for the processes of `base`. A persistent operation needs tags of its
/// own, because MPI lets processes start several operations in different orders. Collective over `base`.
/// False if the MPI library must serve the operation, because no communicator number is left. Throws failure
/// if opening fails.
bool open_like(communicator& own, const communicator& base);

/// Keeps a persistent operation until its request is freed, and sets `request`. Returns MPI_SUCCESS.
int keep_persistent(owned_communicator own, std::unique_ptr<posted_call> c, MPI_Request& request);

/// Posts a call and makes the request that the program waits on. Returns an MPI error code. If the call fails
/// at once, rethrows its error. If it cannot be posted, withdraws it and throws failure or bad_alloc.
int post(std::unique_ptr<posted_call> c, MPI_Request& request);
// MPI_Start, MPI_Startall, MPI_Request_free and MPI_Cancel, for tutti's requests and for those of the MPI
// library.
int start(MPI_Request* request);
int start_all(int n, MPI_Request requests[]);
int free_request(MPI_Request* request);
int cancel(MPI_Request* request);

}  // namespace tutti::mpi
