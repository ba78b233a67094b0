#pragma once

#include <memory>

#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {

/// Opens a communicator of tutti's own for the processes of another one: a persistent operation has its own tags, since MPI lets
/// processes start several in different orders. Collective over that one. Throws failure if there is no number for it.
bool open_like(communicator& own, const communicator& base);

/// Keeps a persistent operation until its request is freed, and gives that.
int keep_persistent(std::unique_ptr<communicator> own, std::unique_ptr<posted_call> c, MPI_Request& request);

/// Posts a call, and makes the request by which the program waits for it. Throws what the call ends with at once.
int post(std::unique_ptr<posted_call> c, MPI_Request& request);
/// Keeps a non-blocking call that is under way until the program has completed its request, and gives that: one that is deferred.
/// Within a hold.
MPI_Request keep_deferred(std::unique_ptr<posted_call> c);
/// Frees what keep_deferred() has made, before MPI ends.
void free_spare_requests() noexcept;

// MPI_Start, MPI_Startall and MPI_Request_free, MPI_Cancel: as the MPI library has them, also for requests of tutti's.
int start(MPI_Request* request);
int start_all(int n, MPI_Request requests[]);
int free_request(MPI_Request* request);
int cancel(MPI_Request* request);

}  // namespace tutti::mpi
