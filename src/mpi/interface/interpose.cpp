// The C symbols MPI_* that precede those of the MPI library, except the collectives (src/mpi/collectives).
// The initialisation functions call those of the MPI library, and then start tutti.

#include <cstdlib>
#include <cstring>

#include "mpi/communicators/attribute.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/data/handles_in_use.hpp"
#include "mpi/library/alias.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/requests/persistent.hpp"
#include "mpi/runtime/foreign.hpp"
#include "mpi/runtime/preload.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/sessions.hpp"
#include "mpi/start/world.hpp"
#include "tutti/tutti.h"

namespace {

// Returns the definition of a function that follows this object's, or `otherwise` if there is none.
template <class Function>
Function* next_one(const char* symbol, Function* otherwise) {
  tutti::mpi::look_up_next(otherwise, symbol);
  return otherwise;
}

// tutti's progress thread needs MPI_THREAD_MULTIPLE, which is more than a program may have requested.
bool wants_thread() {
  const char* const progress = secure_getenv("TUTTI_PROGRESS");
  return progress && std::strcmp(progress, "thread") == 0;
}

// Open MPI 4.1's component `treematch` hangs in MPI_Dist_graph_create if there are other communicators, such
// as tutti's (docs/neighbours.md). A component that the user names stays.
void avoid_treematch() {
  constexpr int overwrite = 0;
  if (tutti::mpi::quirks::treematch_hangs()) setenv("OMPI_MCA_topo", "basic", overwrite);
}

void before_mpi_starts() {
  tutti::mpi::look_up_library_calls();
  tutti::mpi::refuse_foreign_mpi();
  tutti::mpi::mark_inheritance();
  tutti::mpi::sessions::world_model_begins();
  avoid_treematch();
}

// Used if no MPI library follows this object, because the program was linked with the MPI library first.
int no_init(int*, char***) { return MPI_ERR_INTERN; }
int no_init_thread(int*, char***, int, int*) { return MPI_ERR_INTERN; }

// The MPI library does not know which requests, datatypes and operators tutti's operations use.
int do_Start(MPI_Request* request) { return tutti::mpi::start(request); }
int do_Startall(int n, MPI_Request requests[]) { return tutti::mpi::start_all(n, requests); }
int do_Request_free(MPI_Request* request) { return tutti::mpi::free_request(request); }
int do_Cancel(MPI_Request* request) { return tutti::mpi::cancel(request); }
int do_Type_free(MPI_Datatype* type) { return tutti::mpi::free_type(type); }
int do_Op_free(MPI_Op* op) { return tutti::mpi::free_operator(op); }
int do_Comm_free(MPI_Comm* comm) {
  return tutti::mpi::free_communicator(comm, tutti::mpi::next_pmpi.Comm_free);
}
// (For MPICH, MPI_Comm_disconnect is in meetings_mpich.cpp.)
[[maybe_unused]] int do_Comm_disconnect(MPI_Comm* comm) {
  return tutti::mpi::free_communicator(comm, tutti::mpi::next_pmpi.Comm_disconnect);
}

}  // namespace

#include "mpi/interface/handles.inc"

extern "C" {

#if defined(MPICH_VERSION)
// MPICH's Fortran 2008 interface calls PMPI_* for the collectives without a buffer, and MPI_* for the others.
TUTTI_API void mpi_barrier_f08_(const MPI_Comm* comm, int* error) {
  const int code = TUTTI_Barrier(*comm);
  if (error) *error = code;
}
TUTTI_API void mpi_ibarrier_f08_(const MPI_Comm* comm, MPI_Request* request, int* error) {
  const int code = TUTTI_Ibarrier(*comm, request);
  if (error) *error = code;
}
TUTTI_API void mpi_barrier_init_f08_(const MPI_Comm* comm, const MPI_Info* info, MPI_Request* request,
                                     int* error) {
  const int code = TUTTI_Barrier_init(*comm, *info, request);
  if (error) *error = code;
}
#endif

// Both names are defined here, so that every start of MPI passes through here. A tool loaded after tutti also
// defines MPI_Init, and a tool loaded before it calls PMPI_Init.
TUTTI_API int MPI_Init(int* argc, char*** argv) {
  before_mpi_starts();
  if (wants_thread()) {
    int provided = 0;
    return MPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
  }
  return tutti::mpi::begun(next_one("MPI_Init", PMPI_Init)(argc, argv));
}
TUTTI_API int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  before_mpi_starts();
  if (wants_thread()) required = MPI_THREAD_MULTIPLE;
  return tutti::mpi::begun(next_one("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided));
}
TUTTI_API int PMPI_Init(int* argc, char*** argv) {
  before_mpi_starts();
  if (wants_thread()) {
    int provided = 0;
    return PMPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
  }
  return tutti::mpi::begun(next_one("PMPI_Init", no_init)(argc, argv));
}
TUTTI_API int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  before_mpi_starts();
  if (wants_thread()) required = MPI_THREAD_MULTIPLE;
  return tutti::mpi::begun(next_one("PMPI_Init_thread", no_init_thread)(argc, argv, required, provided));
}

// MPICH 4.2's MPI_Abort returns, and the launcher ends the process a moment later.
TUTTI_API int MPI_Abort(MPI_Comm comm, int code) {
  tutti::mpi::waiting_in here(tutti::record::message::abort, __builtin_return_address(0), -1, -1, comm);
  here.stay();
  return tutti::mpi::next_mpi.Abort(comm, code);
}

}  // extern "C"
