#pragma once

// The form in which the oracle calls a collective: MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.

#include <mpi.h>

#include <string_view>

namespace oracle {

enum class calling { blocking, nonblocking };

/// The form of all calls from now on.
void call_by(calling f);
calling called_by();
/// Ends the program if there is none of that name.
calling calling_named(std::string_view name);

/// Waits for a request, each time by another of MPI's functions, among other requests that end or do not.
void wait_for(MPI_Request& request);

/// Calls a collective in the form that was asked for, and waits for its end.
template <class Blocking, class Nonblocking, class... Arguments>
int call(Blocking blocking, Nonblocking nonblocking, Arguments... arguments) {
  if (called_by() == calling::blocking) return blocking(arguments...);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = nonblocking(arguments..., &request);
  if (code == MPI_SUCCESS) wait_for(request);
  return code;
}

}  // namespace oracle

#define CALL(Name, name, ...) call(MPI_##Name, MPI_I##name, __VA_ARGS__)
