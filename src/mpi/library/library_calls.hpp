#pragma once

#include <dlfcn.h>

#include <type_traits>

#include "mpi/library/abi.hpp"
#include "mpi/library/file_signatures.hpp"
#include "mpi/library/signatures.hpp"

// Functions other than collectives that tutti defines, or whose next definition it calls: each(Name).
// clang-format off
#if defined(SMPI_H)
#define TUTTI_OTHER_CALLS(each) TUTTI_CALLS_EVERYWHERE(each)
#define TUTTI_FILE_CALLS(each)
#elif defined(MPICH_VERSION)
#define TUTTI_OTHER_CALLS(each) \
  TUTTI_CALLS_EVERYWHERE(each) TUTTI_CALLS_THAT_WAIT(each) TUTTI_CALLS_OF_MPICH(each) \
  TUTTI_LARGE(TUTTI_LARGE_CALLS_OF_MPICH(each))
#define TUTTI_FILE_CALLS(each) TUTTI_FILE_SIGNATURES(each)
#else
#define TUTTI_OTHER_CALLS(each) TUTTI_CALLS_EVERYWHERE(each) TUTTI_CALLS_THAT_WAIT(each)
#define TUTTI_FILE_CALLS(each)
#endif

#define TUTTI_CALLS_EVERYWHERE(each) \
  each(Start) each(Startall) each(Request_free) each(Cancel) each(Op_free) each(Type_free) \
  each(Comm_free) each(Comm_disconnect) \
  each(Send) each(Recv) each(Sendrecv) \
  each(Wait) each(Waitall) each(Waitany) each(Waitsome) \
  each(Test) each(Testall) each(Testany) each(Testsome) TUTTI_STATUSES(each)

#define TUTTI_CALLS_THAT_WAIT(each) \
  each(Ssend) each(Rsend) each(Sendrecv_replace) each(Mrecv) each(Probe) each(Mprobe) each(Abort)

#define TUTTI_CALLS_OF_MPICH(each) \
  each(Iprobe) each(Improbe) \
  each(Isend) each(Issend) each(Irsend) each(Irecv) each(Imrecv) \
  each(Comm_dup) each(Comm_dup_with_info) each(Comm_create) each(Comm_create_group) \
  each(Comm_split) each(Comm_split_type) each(Intercomm_create) each(Intercomm_merge) \
  each(Comm_spawn) each(Comm_spawn_multiple) each(Comm_accept) each(Comm_connect) \
  each(Cart_create) each(Cart_sub) \
  each(Graph_create) each(Dist_graph_create) each(Dist_graph_create_adjacent) \
  each(Win_create) each(Win_allocate) each(Win_allocate_shared) each(Win_create_dynamic) \
  each(Win_free) each(Win_set_info) each(Win_fence) each(Win_sync) \
  each(Win_post) each(Win_start) each(Win_wait) each(Win_test) \
  each(Win_lock) each(Win_lock_all) each(Win_unlock) each(Win_unlock_all) \
  each(Win_flush) each(Win_flush_all) each(Win_flush_local) each(Win_flush_local_all) \
  each(File_open) each(File_close)
#define TUTTI_LARGE_CALLS_OF_MPICH(each) \
  each(Send_c) each(Ssend_c) each(Rsend_c) each(Recv_c) each(Mrecv_c) \
  each(Sendrecv_c) each(Sendrecv_replace_c) \
  each(Isend_c) each(Issend_c) each(Irsend_c) each(Irecv_c) each(Imrecv_c) \
  each(Win_create_c) each(Win_allocate_c) each(Win_allocate_shared_c) \
  each(Comm_create_from_group) each(Parrived)
// clang-format on

// In a simulator, the program and tutti are one object, and there is no next definition.
#if defined(SMPI_H)
#define TUTTI_UNTIL_LOOKED_UP(Name) PMPI_##Name
#else
#define TUTTI_UNTIL_LOOKED_UP(Name) nullptr
#endif

namespace tutti::mpi {

/// The next definitions of MPI's functions, after this object's own. Name_init is null if the MPI library has
/// no persistent collectives.
struct library_calls {
#define TUTTI_POINTER(Name) decltype(&PMPI_##Name) Name = TUTTI_UNTIL_LOOKED_UP(Name);
#define TUTTI_POINTERS(Name, name, parameters, arguments) \
  TUTTI_POINTER(Name)                                     \
  TUTTI_POINTER(I##name)                                  \
  std::add_pointer_t<int(TUTTI_LIST parameters, MPI_Info, MPI_Request*)> Name##_init = nullptr;
  TUTTI_SIGNATURES(TUTTI_POINTERS)
#undef TUTTI_POINTERS
#define TUTTI_POINTERS(Name, name, parameters, arguments) \
  TUTTI_POINTER(Name##_c) TUTTI_POINTER(I##name##_c) TUTTI_POINTER(Name##_init_c)
  TUTTI_LARGE_SIGNATURES(TUTTI_POINTERS)
#undef TUTTI_POINTERS
#define TUTTI_POINTERS(Name, parameters, arguments) TUTTI_POINTER(Name)
  TUTTI_FILE_CALLS(TUTTI_POINTERS)
#undef TUTTI_POINTERS
  TUTTI_OTHER_CALLS(TUTTI_POINTER)
#undef TUTTI_POINTER
};

/// The next MPI_Name: of a profiling tool that was loaded after this object, otherwise of the MPI library.
/// Calls that tutti does not serve go there, so that the tool sees them.
extern constinit library_calls next_mpi;
/// The next PMPI_Name: the MPI library's own. tutti itself defines some PMPI_Name, because tools loaded
/// before it, Open MPI's Fortran interfaces and MPICH's for Fortran 2008 call them. Null for collectives,
/// which tutti does not define under these names.
extern constinit library_calls next_pmpi;

/// Looks up all definitions, once: when this object is loaded, or when MPI starts, if that is earlier.
/// (Constructors in the program's libraries run first, and may start MPI.)
void look_up_library_calls();

/// Sets `known` to the next definition of a function, after this object's own, if there is one.
template <class Function>
void look_up_next(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}

/// Replaces a persistent collective that the MPI library lacks. Calls the communicator's error handler and
/// returns the error code.
int no_persistent(MPI_Comm comm);

}  // namespace tutti::mpi
