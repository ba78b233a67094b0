#pragma once

#include <new>

#include "mpi/library/abi.hpp"

/// Of what lies between a program's call and the algorithm: each function that is not inlined has the arguments go through memory once
/// more. (The standard's form of this cannot be said of lambdas in C++20.)
#define TUTTI_INLINED __attribute__((always_inline))

namespace tutti::mpi {

/// The boundary to C, which every function that programs call runs behind: what fails inside becomes `failed(code, handled)`,
/// with an MPI error code. What a program's own operator or error handler throws passes through.
/// (Inlined in any case: otherwise a call's arguments go through memory twice more, which are some nanoseconds.)
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
  return failed(code, handled);  // outside of the handlers: an error handler may throw
}

/// With the communicator's error handler.
template <class Inside>
[[gnu::always_inline]] inline int bounded_on(MPI_Comm comm, Inside inside) {
  return bounded(inside, [comm](int code, bool handled) {
    if (!handled) PMPI_Comm_call_errhandler(comm, code);
    return code;
  });
}

}  // namespace tutti::mpi
