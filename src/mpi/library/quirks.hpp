#pragma once

#include "mpi/library/abi.hpp"

/// The differences between MPI libraries on which tutti depends. Most objects are built for one library, and
/// the compiler knows the differences. The object for the standard ABI serves several libraries. When it is
/// loaded, it looks which one the process has. A difference between the releases of one library asks the
/// library that is loaded, because an object that was built with one release's mpi.h serves other releases,
/// too. "Test" names the one that fails where the answer here is wrong.
///
/// Differences that concern one place only are described there: `place_here()` in start/start.cpp and
/// `in_this_world()` in start/world.cpp (MPICH 5), MPI_Abort in interface/interpose.cpp (MPICH 4.2),
/// `meet_between_groups()` in requests/members.cpp (MPICH 4.2).
namespace tutti::mpi::quirks {

/// The MPI library of the process, for the standard ABI. A library that is neither Open MPI nor MPICH is
/// taken for MPICH: then tutti expects no help from it.
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

/// Waits and tests call back functions that others have registered (opal_progress_register). Open MPI 4.1 and
/// 5. Others do not: MPICH before 4.2, and from 4.2 on not in MPI_Testsome (MPIX_Async_start).
/// Test: progress.
inline bool calls_back_while_waiting() noexcept {
  return family == mpi_family::standard_abi ? loaded.calls_back : family == mpi_family::open_mpi;
}

/// The user has asked the library to yield the processor at each look for messages (mpi_yield_when_idle).
/// Open MPI. MPICH yields after a number of looks, whether processors are free or not.
bool is_asked_to_yield();

/// A collective call with the same memory sent and received, without MPI_IN_PLACE, fails on arguments alone.
/// MPICH. Open MPI runs it, with the result that the program means, except for MPI_Reduce, which it refuses.
/// Test: errors.
inline bool refuses_overlap() noexcept { return !library_is(mpi_family::open_mpi); }
/// Most other calls whose buffers overlap take place. Open MPI, and SMPI.
inline bool runs_calls_with_overlap() noexcept { return !library_is(mpi_family::mpich); }

/// A message of more than some 8 KB that was sent contiguous does not fail with "Message truncated" in a
/// datatype with holes and fields of several sizes. All but MPICH (4.0.2), where MPI_Send and MPI_Recv of
/// such types show it.
inline bool receives_any_datatype() noexcept { return !library_is(mpi_family::mpich); }

/// MPI_Pack takes the null pointer as an address, for a datatype with absolute addresses. All but MPICH.
/// Test: bottom.
inline bool packs_from_null() noexcept { return !library_is(mpi_family::mpich); }

/// A request that fails calls the error handler of MPI_COMM_WORLD, which by default ends the program (MPICH;
/// from 4.2 on it is that of the request's communicator). MPI_Waitall does so for all requests, MPI_Wait for
/// those of no communicator. Test: notices.
inline bool failed_requests_call_world_handler() noexcept { return library_is(mpi_family::mpich); }

/// A function that reports the failure of a request frees it, even if it is persistent. Open MPI. Test:
/// notices.
inline bool failed_requests_are_freed() noexcept { return library_is(mpi_family::open_mpi); }

/// The delete callback of the last attribute alone decides whether MPI_Comm_free frees the communicator.
/// MPICH. Test: deletions.
inline bool last_attribute_decides_free() noexcept { return library_is(mpi_family::mpich); }

/// MPI_Request_free makes progress. In MPI_Finalize that may wait forever for a process that has closed its
/// connections (MPICH 4.0 with UCX over TCP: to close a connection takes an answer, which a process no longer
/// gives then).
inline bool freeing_requests_waits() noexcept { return library_is(mpi_family::mpich); }

/// In MPI_Iallgather each process sends to each, and all are connected for good. Open MPI. Its MPI_Iallreduce
/// is a tree.
inline bool allgather_connects_all() noexcept { return library_is(mpi_family::open_mpi); }

/// The errors for cancelling, and for freeing, the request of an active collective. Test: outstanding.
inline int not_cancelled() noexcept {
  return library_is(mpi_family::open_mpi) ? MPI_ERR_REQUEST : MPI_ERR_INTERN;
}
inline int not_freed() noexcept { return library_is(mpi_family::open_mpi) ? MPI_ERR_REQUEST : MPI_ERR_OTHER; }

/// The processes are threads of one process, on one thread of the system, and no definition of MPI's
/// functions follows this object's own. SMPI, the simulator.
inline constexpr bool simulated = family == mpi_family::smpi;

/// MPI_Dist_graph_create hangs if there are a few communicators beside the program's: its component treematch
/// takes a context that is in use. Open MPI before 5; a program with a few duplicates of its own shows it,
/// see docs/neighbours.md. May be called before MPI_Init.
bool treematch_hangs();

/// Processes may fail while the others continue, and collectives then return MPIX_ERR_PROC_FAILED: the job
/// was started with `mpirun --with-ft ulfm` or the parameter mpi_ft_enable (Open MPI from 5 on). May be
/// called after MPI_Init. Test: survives.
bool processes_may_fail();

}  // namespace tutti::mpi::quirks
