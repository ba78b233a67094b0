#pragma once

#include <new>

#include "mpi/library/abi.hpp"

/// For functions between a program's call and the algorithm: each one that is not inlined passes the
/// arguments through memory once more. (In C++20, lambdas do not accept the standard attribute syntax for
/// this.)
#define TUTTI_INLINED __attribute__((always_inline))

namespace tutti::mpi {

/// The boundary to C of all functions that programs call. A failure inside becomes failed(code, handled),
/// with an MPI error code. Exceptions of the user's operators and error handlers pass through. (Always
/// inlined: otherwise a call's arguments pass through memory twice more, which takes some nanoseconds.)
template <class Inside, class Failed>
[[gnu::always_inline]] inline auto bounded(Inside inside, Failed failed) -> decltype(inside()) {
  int code = MPI_ERR_NO_MEM;
  bool handled = false;
  try {
    return inside();
  } catch (const failure& f) {
    code = f.code();
    handled = f.handled();
  } catch (const std::bad_alloc&) {
  }
  return failed(code, handled);  // outside of the catch blocks: an error handler may throw
}

/// The same, but a failure goes to the communicator's error handler. Returns the error code.
template <class Inside>
[[gnu::always_inline]] inline int bounded_on(MPI_Comm comm, Inside inside) {
  return bounded(inside, [comm](int code, bool handled) {
    if (!handled) PMPI_Comm_call_errhandler(comm, code);
    return code;
  });
}

}  // namespace tutti::mpi
