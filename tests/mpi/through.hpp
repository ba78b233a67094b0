#pragma once

// The form in which the oracle calls a collective: MPI_Bcast, MPI_Ibcast and a wait, MPI_Bcast_init and a start.

#include <mpi.h>

#include <string_view>

namespace oracle {

enum class calling { blocking, nonblocking, persistent };

/// The form of all calls from now on.
void call_by(calling f);
calling called_by();
/// Ends the program if there is none of that name.
calling calling_named(std::string_view name);

/// By one of MPI's functions.
void start(MPI_Request& request);
/// Waits for a request, each time by another of MPI's functions, among other requests that end or do not.
void wait_for(MPI_Request& request);

/// Calls a collective in the form that was asked for, and waits for its end.
template <class Blocking, class Nonblocking, class Persistent, class... Arguments>
int call(Blocking blocking, Nonblocking nonblocking, Persistent persistent, Arguments... arguments) {
  if (called_by() == calling::blocking) return blocking(arguments...);
  MPI_Request request = MPI_REQUEST_NULL;
  if (called_by() == calling::nonblocking) {
    const int code = nonblocking(arguments..., &request);
    if (code == MPI_SUCCESS) wait_for(request);
    return code;
  }
  const int code = persistent(arguments..., MPI_INFO_NULL, &request);
  if (code != MPI_SUCCESS) return code;
  start(request);
  wait_for(request);
  return MPI_Request_free(&request);
}

}  // namespace oracle

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define PERSISTENT(Name) MPIX_##Name##_init
#else
#define PERSISTENT(Name) MPI_##Name##_init
#endif
#define CALL(Name, name, ...) call(MPI_##Name, MPI_I##name, PERSISTENT(Name), __VA_ARGS__)
