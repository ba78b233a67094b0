#pragma once

#include "mpi/library/abi.hpp"

/// The differences between MPI libraries on which tutti depends. Most objects are built for one library, and
/// the compiler knows the differences. The object for the standard ABI serves several libraries. When it is
/// loaded, it determines which library the process has. For differences between releases, tutti asks the
/// loaded library, because an object built with the mpi.h of one release also serves other releases. "Test"
/// names the test that fails if the answer here is wrong.
///
/// Differences that concern one place only are described there: `place_here()` in start/start.cpp and
/// `in_this_world()` in start/world.cpp (MPICH 5), MPI_Abort in interface/interpose.cpp (MPICH 4.2),
/// `meet_between_groups()` in requests/members.cpp (MPICH 4.2).
namespace tutti::mpi::quirks {

/// The MPI library of the process, for the standard ABI. A library that is neither Open MPI nor MPICH is
/// treated as MPICH: tutti expects no help from it.
struct loaded_library {
  mpi_family family = mpi_family::mpich;
  bool calls_back = false;
};
extern constinit loaded_library loaded;
/// Sets `loaded`. Called before any other function here.
void look_at_loaded_library();

/// The MPI library of the process, as reports name it.
const char* library_name();

inline bool library_is(mpi_family which) noexcept {
  return (family == mpi_family::standard_abi ? loaded.family : family) == which;
}

/// True if waits and tests call functions that other software has registered. Open MPI 4.1 and 5 do
/// (opal_progress_register). MPICH before 4.2 does not, and from 4.2 on (MPIX_Async_start) it does not in
/// MPI_Testsome. Test: progress.
inline bool calls_back_while_waiting() noexcept {
  return family == mpi_family::standard_abi ? loaded.calls_back : family == mpi_family::open_mpi;
}

/// True if the user has asked the library to yield the processor each time it looks for messages. Only Open
/// MPI can be asked (mpi_yield_when_idle). MPICH yields after a number of looks, whether processors are free
/// or not.
bool is_asked_to_yield();

/// True if the library refuses a collective call that sends and receives the same memory without
/// MPI_IN_PLACE. MPICH does. Open MPI runs such a call, with the result that the program intends. It refuses
/// only MPI_Reduce. Test: errors.
inline bool refuses_overlap() noexcept { return !library_is(mpi_family::open_mpi); }
/// True if the library runs most other calls whose buffers overlap. Open MPI and SMPI do.
inline bool runs_calls_with_overlap() noexcept { return !library_is(mpi_family::mpich); }

/// False for MPICH (4.0.2). There, a message of more than some 8 KB that was sent contiguously fails with
/// "Message truncated" if it is received in a datatype with holes and fields of several sizes. MPI_Send and
/// MPI_Recv of such types show it.
inline bool receives_any_datatype() noexcept { return !library_is(mpi_family::mpich); }

/// True if MPI_Pack accepts the null pointer as an address, for a datatype with absolute addresses. All
/// libraries except MPICH do. Test: bottom.
inline bool packs_from_null() noexcept { return !library_is(mpi_family::mpich); }

/// True if the failure of a request calls the error handler of MPI_COMM_WORLD, which by default ends the
/// program. MPICH does so in MPI_Waitall for all requests, and in MPI_Wait for requests of no communicator.
/// From MPICH 4.2 on, the handler is that of the request's communicator. Test: notices.
inline bool failed_requests_call_world_handler() noexcept { return library_is(mpi_family::mpich); }

/// True if a function that reports the failure of a request frees the request, even a persistent one. Open
/// MPI does. Test: notices.
inline bool failed_requests_are_freed() noexcept { return library_is(mpi_family::open_mpi); }

/// True if MPI_Request_free makes progress, as in MPICH. In MPI_Finalize it may then wait forever for a
/// process that has closed its connections (MPICH 4.0 with UCX over TCP: closing a connection takes an
/// answer, which such a process no longer gives).
inline bool freeing_requests_waits() noexcept { return library_is(mpi_family::mpich); }

/// True if in MPI_Iallgather each process sends to each other one, so that all stay connected. Open MPI does
/// so. Its MPI_Iallreduce is a tree.
inline bool allgather_connects_all() noexcept { return library_is(mpi_family::open_mpi); }

/// The errors for cancelling, and for freeing, the request of an active collective. Test: outstanding.
inline int not_cancelled() noexcept {
  return library_is(mpi_family::open_mpi) ? MPI_ERR_REQUEST : MPI_ERR_INTERN;
}
inline int not_freed() noexcept { return library_is(mpi_family::open_mpi) ? MPI_ERR_REQUEST : MPI_ERR_OTHER; }

/// True for SMPI, the simulator. Its processes are threads of one process, on one thread of the system, and
/// no definition of MPI's functions follows this object's own.
inline constexpr bool simulated = family == mpi_family::smpi;

/// True if MPI_Dist_graph_create hangs when a few communicators exist besides the program's: its component
/// treematch takes a context that is in use. Open MPI before 5 hangs. A program with a few duplicates of its
/// own shows it: see docs/neighbours.md. May be called before MPI_Init.
bool treematch_hangs();

/// True if processes may fail while the others continue. Collectives then return MPIX_ERR_PROC_FAILED. The
/// job was started with `mpirun --with-ft ulfm` or the parameter mpi_ft_enable (Open MPI from 5 on). May be
/// called after MPI_Init. Test: survives.
bool processes_may_fail();

}  // namespace tutti::mpi::quirks
