#pragma once

#include "mpi/abi.hpp"
#include "mpi/signatures.hpp"

/// The MPI library's own definitions of calls that tutti defines under their PMPI_ names, too: tools in front, Open MPI's Fortran
/// interfaces and MPICH's for Fortran 2008 call these.
namespace tutti::mpi::beyond {

#define TUTTI_BEYOND_EVERYWHERE(each)                                                                       \
  each(Start) each(Startall) each(Request_free) TUTTI_STATUSES(each) each(Cancel) each(Op_free)             \
      each(Comm_free) each(Comm_disconnect) each(Type_free) each(Send) each(Recv) each(Sendrecv) each(Wait) \
          each(Waitall) each(Waitany) each(Waitsome) each(Test) each(Testall) each(Testany) each(Testsome)
#if defined(MPICH_VERSION)
#define TUTTI_BEYOND_CALLS(each)                                                                             \
  TUTTI_BEYOND_EVERYWHERE(each)                                                                              \
  each(Ssend) each(Rsend) each(Sendrecv_replace) each(Mrecv) each(Comm_dup) each(Comm_dup_with_info)         \
      each(Comm_create) each(Comm_create_group) each(Comm_split) each(Comm_split_type) each(Comm_spawn)      \
          each(Comm_spawn_multiple) each(Comm_accept) each(Comm_connect) each(Intercomm_create) each(        \
              Intercomm_merge) each(Cart_create) each(Cart_sub) each(Graph_create) each(Dist_graph_create)   \
              each(Dist_graph_create_adjacent) each(Win_create) each(Win_allocate) each(Win_allocate_shared) \
                  each(Win_create_dynamic) each(Win_fence) each(Win_free) each(Win_set_info) each(Win_post)  \
                      each(Win_start) each(Win_wait) each(Win_test) each(Win_lock) each(Win_lock_all)        \
                          each(Win_unlock) each(Win_unlock_all) each(Win_flush) each(Win_flush_all)          \
                              each(Win_flush_local) each(Win_flush_local_all) each(Win_sync) TUTTI_LARGE(    \
                                  each(Parrived) each(Send_c) each(Ssend_c) each(Rsend_c) each(Recv_c)       \
                                      each(Sendrecv_c) each(Sendrecv_replace_c) each(Mrecv_c)                \
                                          each(Win_create_c) each(Win_allocate_c)                            \
                                              each(Win_allocate_shared_c) each(Comm_create_from_group))
#else
#define TUTTI_BEYOND_CALLS(each) TUTTI_BEYOND_EVERYWHERE(each)
#endif

#define TUTTI_BEYOND(name) extern decltype(&PMPI_##name) name;
TUTTI_BEYOND_CALLS(TUTTI_BEYOND)
#undef TUTTI_BEYOND

}  // namespace tutti::mpi::beyond
