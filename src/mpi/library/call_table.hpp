// Written by scripts/signatures from src/mpi/library/signatures.txt.
#pragma once

#include "mpi/library/abi.hpp"
#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

/// In a simulator, the program and tutti are one object, and there is no next definition.
consteval auto until_looked_up(auto* function) noexcept { return quirks::simulated ? function : nullptr; }

// clang-format off
/// The next definitions of MPI's functions, after this object's own. Name_init is null if the MPI library has
/// no persistent collectives.
struct library_calls {
  decltype(&PMPI_Barrier) Barrier = until_looked_up(&PMPI_Barrier);
  decltype(&PMPI_Ibarrier) Ibarrier = until_looked_up(&PMPI_Ibarrier);
  decltype(&PMPI_Bcast) Bcast = until_looked_up(&PMPI_Bcast);
  decltype(&PMPI_Ibcast) Ibcast = until_looked_up(&PMPI_Ibcast);
  decltype(&PMPI_Gather) Gather = until_looked_up(&PMPI_Gather);
  decltype(&PMPI_Igather) Igather = until_looked_up(&PMPI_Igather);
  decltype(&PMPI_Gatherv) Gatherv = until_looked_up(&PMPI_Gatherv);
  decltype(&PMPI_Igatherv) Igatherv = until_looked_up(&PMPI_Igatherv);
  decltype(&PMPI_Scatter) Scatter = until_looked_up(&PMPI_Scatter);
  decltype(&PMPI_Iscatter) Iscatter = until_looked_up(&PMPI_Iscatter);
  decltype(&PMPI_Scatterv) Scatterv = until_looked_up(&PMPI_Scatterv);
  decltype(&PMPI_Iscatterv) Iscatterv = until_looked_up(&PMPI_Iscatterv);
  decltype(&PMPI_Allgather) Allgather = until_looked_up(&PMPI_Allgather);
  decltype(&PMPI_Iallgather) Iallgather = until_looked_up(&PMPI_Iallgather);
  decltype(&PMPI_Allgatherv) Allgatherv = until_looked_up(&PMPI_Allgatherv);
  decltype(&PMPI_Iallgatherv) Iallgatherv = until_looked_up(&PMPI_Iallgatherv);
  decltype(&PMPI_Alltoall) Alltoall = until_looked_up(&PMPI_Alltoall);
  decltype(&PMPI_Ialltoall) Ialltoall = until_looked_up(&PMPI_Ialltoall);
  decltype(&PMPI_Alltoallv) Alltoallv = until_looked_up(&PMPI_Alltoallv);
  decltype(&PMPI_Ialltoallv) Ialltoallv = until_looked_up(&PMPI_Ialltoallv);
  decltype(&PMPI_Alltoallw) Alltoallw = until_looked_up(&PMPI_Alltoallw);
  decltype(&PMPI_Ialltoallw) Ialltoallw = until_looked_up(&PMPI_Ialltoallw);
  decltype(&PMPI_Reduce) Reduce = until_looked_up(&PMPI_Reduce);
  decltype(&PMPI_Ireduce) Ireduce = until_looked_up(&PMPI_Ireduce);
  decltype(&PMPI_Allreduce) Allreduce = until_looked_up(&PMPI_Allreduce);
  decltype(&PMPI_Iallreduce) Iallreduce = until_looked_up(&PMPI_Iallreduce);
  decltype(&PMPI_Reduce_scatter) Reduce_scatter = until_looked_up(&PMPI_Reduce_scatter);
  decltype(&PMPI_Ireduce_scatter) Ireduce_scatter = until_looked_up(&PMPI_Ireduce_scatter);
  decltype(&PMPI_Reduce_scatter_block) Reduce_scatter_block = until_looked_up(&PMPI_Reduce_scatter_block);
  decltype(&PMPI_Ireduce_scatter_block) Ireduce_scatter_block = until_looked_up(&PMPI_Ireduce_scatter_block);
  decltype(&PMPI_Scan) Scan = until_looked_up(&PMPI_Scan);
  decltype(&PMPI_Iscan) Iscan = until_looked_up(&PMPI_Iscan);
  decltype(&PMPI_Exscan) Exscan = until_looked_up(&PMPI_Exscan);
  decltype(&PMPI_Iexscan) Iexscan = until_looked_up(&PMPI_Iexscan);
#if !defined(SMPI_H)
  decltype(&PMPI_Neighbor_allgather) Neighbor_allgather = until_looked_up(&PMPI_Neighbor_allgather);
  decltype(&PMPI_Ineighbor_allgather) Ineighbor_allgather = until_looked_up(&PMPI_Ineighbor_allgather);
  decltype(&PMPI_Neighbor_allgatherv) Neighbor_allgatherv = until_looked_up(&PMPI_Neighbor_allgatherv);
  decltype(&PMPI_Ineighbor_allgatherv) Ineighbor_allgatherv = until_looked_up(&PMPI_Ineighbor_allgatherv);
  decltype(&PMPI_Neighbor_alltoall) Neighbor_alltoall = until_looked_up(&PMPI_Neighbor_alltoall);
  decltype(&PMPI_Ineighbor_alltoall) Ineighbor_alltoall = until_looked_up(&PMPI_Ineighbor_alltoall);
  decltype(&PMPI_Neighbor_alltoallv) Neighbor_alltoallv = until_looked_up(&PMPI_Neighbor_alltoallv);
  decltype(&PMPI_Ineighbor_alltoallv) Ineighbor_alltoallv = until_looked_up(&PMPI_Ineighbor_alltoallv);
  decltype(&PMPI_Neighbor_alltoallw) Neighbor_alltoallw = until_looked_up(&PMPI_Neighbor_alltoallw);
  decltype(&PMPI_Ineighbor_alltoallw) Ineighbor_alltoallw = until_looked_up(&PMPI_Ineighbor_alltoallw);
#endif
#if MPI_VERSION >= 4
  decltype(&PMPI_Bcast_c) Bcast_c = until_looked_up(&PMPI_Bcast_c);
  decltype(&PMPI_Ibcast_c) Ibcast_c = until_looked_up(&PMPI_Ibcast_c);
  decltype(&PMPI_Bcast_init_c) Bcast_init_c = until_looked_up(&PMPI_Bcast_init_c);
  decltype(&PMPI_Gather_c) Gather_c = until_looked_up(&PMPI_Gather_c);
  decltype(&PMPI_Igather_c) Igather_c = until_looked_up(&PMPI_Igather_c);
  decltype(&PMPI_Gather_init_c) Gather_init_c = until_looked_up(&PMPI_Gather_init_c);
  decltype(&PMPI_Gatherv_c) Gatherv_c = until_looked_up(&PMPI_Gatherv_c);
  decltype(&PMPI_Igatherv_c) Igatherv_c = until_looked_up(&PMPI_Igatherv_c);
  decltype(&PMPI_Gatherv_init_c) Gatherv_init_c = until_looked_up(&PMPI_Gatherv_init_c);
  decltype(&PMPI_Scatter_c) Scatter_c = until_looked_up(&PMPI_Scatter_c);
  decltype(&PMPI_Iscatter_c) Iscatter_c = until_looked_up(&PMPI_Iscatter_c);
  decltype(&PMPI_Scatter_init_c) Scatter_init_c = until_looked_up(&PMPI_Scatter_init_c);
  decltype(&PMPI_Scatterv_c) Scatterv_c = until_looked_up(&PMPI_Scatterv_c);
  decltype(&PMPI_Iscatterv_c) Iscatterv_c = until_looked_up(&PMPI_Iscatterv_c);
  decltype(&PMPI_Scatterv_init_c) Scatterv_init_c = until_looked_up(&PMPI_Scatterv_init_c);
  decltype(&PMPI_Allgather_c) Allgather_c = until_looked_up(&PMPI_Allgather_c);
  decltype(&PMPI_Iallgather_c) Iallgather_c = until_looked_up(&PMPI_Iallgather_c);
  decltype(&PMPI_Allgather_init_c) Allgather_init_c = until_looked_up(&PMPI_Allgather_init_c);
  decltype(&PMPI_Allgatherv_c) Allgatherv_c = until_looked_up(&PMPI_Allgatherv_c);
  decltype(&PMPI_Iallgatherv_c) Iallgatherv_c = until_looked_up(&PMPI_Iallgatherv_c);
  decltype(&PMPI_Allgatherv_init_c) Allgatherv_init_c = until_looked_up(&PMPI_Allgatherv_init_c);
  decltype(&PMPI_Alltoall_c) Alltoall_c = until_looked_up(&PMPI_Alltoall_c);
  decltype(&PMPI_Ialltoall_c) Ialltoall_c = until_looked_up(&PMPI_Ialltoall_c);
  decltype(&PMPI_Alltoall_init_c) Alltoall_init_c = until_looked_up(&PMPI_Alltoall_init_c);
  decltype(&PMPI_Alltoallv_c) Alltoallv_c = until_looked_up(&PMPI_Alltoallv_c);
  decltype(&PMPI_Ialltoallv_c) Ialltoallv_c = until_looked_up(&PMPI_Ialltoallv_c);
  decltype(&PMPI_Alltoallv_init_c) Alltoallv_init_c = until_looked_up(&PMPI_Alltoallv_init_c);
  decltype(&PMPI_Alltoallw_c) Alltoallw_c = until_looked_up(&PMPI_Alltoallw_c);
  decltype(&PMPI_Ialltoallw_c) Ialltoallw_c = until_looked_up(&PMPI_Ialltoallw_c);
  decltype(&PMPI_Alltoallw_init_c) Alltoallw_init_c = until_looked_up(&PMPI_Alltoallw_init_c);
  decltype(&PMPI_Reduce_c) Reduce_c = until_looked_up(&PMPI_Reduce_c);
  decltype(&PMPI_Ireduce_c) Ireduce_c = until_looked_up(&PMPI_Ireduce_c);
  decltype(&PMPI_Reduce_init_c) Reduce_init_c = until_looked_up(&PMPI_Reduce_init_c);
  decltype(&PMPI_Allreduce_c) Allreduce_c = until_looked_up(&PMPI_Allreduce_c);
  decltype(&PMPI_Iallreduce_c) Iallreduce_c = until_looked_up(&PMPI_Iallreduce_c);
  decltype(&PMPI_Allreduce_init_c) Allreduce_init_c = until_looked_up(&PMPI_Allreduce_init_c);
  decltype(&PMPI_Reduce_scatter_c) Reduce_scatter_c = until_looked_up(&PMPI_Reduce_scatter_c);
  decltype(&PMPI_Ireduce_scatter_c) Ireduce_scatter_c = until_looked_up(&PMPI_Ireduce_scatter_c);
  decltype(&PMPI_Reduce_scatter_init_c) Reduce_scatter_init_c = until_looked_up(&PMPI_Reduce_scatter_init_c);
  decltype(&PMPI_Reduce_scatter_block_c) Reduce_scatter_block_c =
      until_looked_up(&PMPI_Reduce_scatter_block_c);
  decltype(&PMPI_Ireduce_scatter_block_c) Ireduce_scatter_block_c =
      until_looked_up(&PMPI_Ireduce_scatter_block_c);
  decltype(&PMPI_Reduce_scatter_block_init_c) Reduce_scatter_block_init_c =
      until_looked_up(&PMPI_Reduce_scatter_block_init_c);
  decltype(&PMPI_Scan_c) Scan_c = until_looked_up(&PMPI_Scan_c);
  decltype(&PMPI_Iscan_c) Iscan_c = until_looked_up(&PMPI_Iscan_c);
  decltype(&PMPI_Scan_init_c) Scan_init_c = until_looked_up(&PMPI_Scan_init_c);
  decltype(&PMPI_Exscan_c) Exscan_c = until_looked_up(&PMPI_Exscan_c);
  decltype(&PMPI_Iexscan_c) Iexscan_c = until_looked_up(&PMPI_Iexscan_c);
  decltype(&PMPI_Exscan_init_c) Exscan_init_c = until_looked_up(&PMPI_Exscan_init_c);
  decltype(&PMPI_Neighbor_allgather_c) Neighbor_allgather_c = until_looked_up(&PMPI_Neighbor_allgather_c);
  decltype(&PMPI_Ineighbor_allgather_c) Ineighbor_allgather_c = until_looked_up(&PMPI_Ineighbor_allgather_c);
  decltype(&PMPI_Neighbor_allgather_init_c) Neighbor_allgather_init_c =
      until_looked_up(&PMPI_Neighbor_allgather_init_c);
  decltype(&PMPI_Neighbor_allgatherv_c) Neighbor_allgatherv_c = until_looked_up(&PMPI_Neighbor_allgatherv_c);
  decltype(&PMPI_Ineighbor_allgatherv_c) Ineighbor_allgatherv_c =
      until_looked_up(&PMPI_Ineighbor_allgatherv_c);
  decltype(&PMPI_Neighbor_allgatherv_init_c) Neighbor_allgatherv_init_c =
      until_looked_up(&PMPI_Neighbor_allgatherv_init_c);
  decltype(&PMPI_Neighbor_alltoall_c) Neighbor_alltoall_c = until_looked_up(&PMPI_Neighbor_alltoall_c);
  decltype(&PMPI_Ineighbor_alltoall_c) Ineighbor_alltoall_c = until_looked_up(&PMPI_Ineighbor_alltoall_c);
  decltype(&PMPI_Neighbor_alltoall_init_c) Neighbor_alltoall_init_c =
      until_looked_up(&PMPI_Neighbor_alltoall_init_c);
  decltype(&PMPI_Neighbor_alltoallv_c) Neighbor_alltoallv_c = until_looked_up(&PMPI_Neighbor_alltoallv_c);
  decltype(&PMPI_Ineighbor_alltoallv_c) Ineighbor_alltoallv_c = until_looked_up(&PMPI_Ineighbor_alltoallv_c);
  decltype(&PMPI_Neighbor_alltoallv_init_c) Neighbor_alltoallv_init_c =
      until_looked_up(&PMPI_Neighbor_alltoallv_init_c);
  decltype(&PMPI_Neighbor_alltoallw_c) Neighbor_alltoallw_c = until_looked_up(&PMPI_Neighbor_alltoallw_c);
  decltype(&PMPI_Ineighbor_alltoallw_c) Ineighbor_alltoallw_c = until_looked_up(&PMPI_Ineighbor_alltoallw_c);
  decltype(&PMPI_Neighbor_alltoallw_init_c) Neighbor_alltoallw_init_c =
      until_looked_up(&PMPI_Neighbor_alltoallw_init_c);
#endif
  int (*Barrier_init)(MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Bcast_init)(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Gather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
                     MPI_Request*) = nullptr;
  int (*Gatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int,
                      MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Scatter_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
                      MPI_Request*) = nullptr;
  int (*Scatterv_init)(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
                       MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                        MPI_Request*) = nullptr;
  int (*Allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                         MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                       MPI_Request*) = nullptr;
  int (*Alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                        MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Alltoallw_init)(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*,
                        const int*, const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Reduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info,
                     MPI_Request*) = nullptr;
  int (*Allreduce_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                        MPI_Request*) = nullptr;
  int (*Reduce_scatter_init)(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                             MPI_Request*) = nullptr;
  int (*Reduce_scatter_block_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                                   MPI_Request*) = nullptr;
  int (*Scan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Exscan_init)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                     MPI_Request*) = nullptr;
#if !defined(SMPI_H)
  int (*Neighbor_allgather_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                                 MPI_Request*) = nullptr;
  int (*Neighbor_allgatherv_init)(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                                  MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoall_init)(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                                MPI_Request*) = nullptr;
  int (*Neighbor_alltoallv_init)(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                 const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*) = nullptr;
  int (*Neighbor_alltoallw_init)(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
                                 const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info,
                                 MPI_Request*) = nullptr;
#endif
  decltype(&PMPI_Start) Start = until_looked_up(&PMPI_Start);
  decltype(&PMPI_Startall) Startall = until_looked_up(&PMPI_Startall);
  decltype(&PMPI_Request_free) Request_free = until_looked_up(&PMPI_Request_free);
  decltype(&PMPI_Cancel) Cancel = until_looked_up(&PMPI_Cancel);
  decltype(&PMPI_Type_free) Type_free = until_looked_up(&PMPI_Type_free);
  decltype(&PMPI_Op_free) Op_free = until_looked_up(&PMPI_Op_free);
  decltype(&PMPI_Comm_free) Comm_free = until_looked_up(&PMPI_Comm_free);
  decltype(&PMPI_Comm_disconnect) Comm_disconnect = until_looked_up(&PMPI_Comm_disconnect);
  decltype(&PMPI_Send) Send = until_looked_up(&PMPI_Send);
  decltype(&PMPI_Recv) Recv = until_looked_up(&PMPI_Recv);
  decltype(&PMPI_Sendrecv) Sendrecv = until_looked_up(&PMPI_Sendrecv);
  decltype(&PMPI_Wait) Wait = until_looked_up(&PMPI_Wait);
  decltype(&PMPI_Waitall) Waitall = until_looked_up(&PMPI_Waitall);
  decltype(&PMPI_Waitany) Waitany = until_looked_up(&PMPI_Waitany);
  decltype(&PMPI_Waitsome) Waitsome = until_looked_up(&PMPI_Waitsome);
  decltype(&PMPI_Test) Test = until_looked_up(&PMPI_Test);
  decltype(&PMPI_Testall) Testall = until_looked_up(&PMPI_Testall);
  decltype(&PMPI_Testany) Testany = until_looked_up(&PMPI_Testany);
  decltype(&PMPI_Testsome) Testsome = until_looked_up(&PMPI_Testsome);
  decltype(&PMPI_Request_get_status) Request_get_status = until_looked_up(&PMPI_Request_get_status);
  decltype(&PMPI_Isend) Isend = until_looked_up(&PMPI_Isend);
#if !defined(SMPI_H)
  decltype(&PMPI_Abort) Abort = until_looked_up(&PMPI_Abort);
  decltype(&PMPI_Ssend) Ssend = until_looked_up(&PMPI_Ssend);
  decltype(&PMPI_Rsend) Rsend = until_looked_up(&PMPI_Rsend);
  decltype(&PMPI_Mrecv) Mrecv = until_looked_up(&PMPI_Mrecv);
  decltype(&PMPI_Sendrecv_replace) Sendrecv_replace = until_looked_up(&PMPI_Sendrecv_replace);
  decltype(&PMPI_Probe) Probe = until_looked_up(&PMPI_Probe);
  decltype(&PMPI_Mprobe) Mprobe = until_looked_up(&PMPI_Mprobe);
  decltype(&PMPI_Send_init) Send_init = until_looked_up(&PMPI_Send_init);
  decltype(&PMPI_Issend) Issend = until_looked_up(&PMPI_Issend);
  decltype(&PMPI_Ssend_init) Ssend_init = until_looked_up(&PMPI_Ssend_init);
#endif
#if defined(TUTTI_REPLACES_WAITS)
  decltype(&PMPI_Iprobe) Iprobe = until_looked_up(&PMPI_Iprobe);
  decltype(&PMPI_Improbe) Improbe = until_looked_up(&PMPI_Improbe);
  decltype(&PMPI_Irsend) Irsend = until_looked_up(&PMPI_Irsend);
  decltype(&PMPI_Irecv) Irecv = until_looked_up(&PMPI_Irecv);
  decltype(&PMPI_Imrecv) Imrecv = until_looked_up(&PMPI_Imrecv);
  decltype(&PMPI_Comm_dup) Comm_dup = until_looked_up(&PMPI_Comm_dup);
  decltype(&PMPI_Comm_dup_with_info) Comm_dup_with_info = until_looked_up(&PMPI_Comm_dup_with_info);
  decltype(&PMPI_Comm_create) Comm_create = until_looked_up(&PMPI_Comm_create);
  decltype(&PMPI_Comm_split) Comm_split = until_looked_up(&PMPI_Comm_split);
  decltype(&PMPI_Comm_split_type) Comm_split_type = until_looked_up(&PMPI_Comm_split_type);
  decltype(&PMPI_Intercomm_merge) Intercomm_merge = until_looked_up(&PMPI_Intercomm_merge);
  decltype(&PMPI_Cart_create) Cart_create = until_looked_up(&PMPI_Cart_create);
  decltype(&PMPI_Cart_sub) Cart_sub = until_looked_up(&PMPI_Cart_sub);
  decltype(&PMPI_Graph_create) Graph_create = until_looked_up(&PMPI_Graph_create);
  decltype(&PMPI_Dist_graph_create) Dist_graph_create = until_looked_up(&PMPI_Dist_graph_create);
  decltype(&PMPI_Dist_graph_create_adjacent) Dist_graph_create_adjacent =
      until_looked_up(&PMPI_Dist_graph_create_adjacent);
  decltype(&PMPI_Comm_spawn) Comm_spawn = until_looked_up(&PMPI_Comm_spawn);
  decltype(&PMPI_Comm_spawn_multiple) Comm_spawn_multiple = until_looked_up(&PMPI_Comm_spawn_multiple);
  decltype(&PMPI_Comm_accept) Comm_accept = until_looked_up(&PMPI_Comm_accept);
  decltype(&PMPI_Comm_connect) Comm_connect = until_looked_up(&PMPI_Comm_connect);
  decltype(&PMPI_Win_create) Win_create = until_looked_up(&PMPI_Win_create);
  decltype(&PMPI_Win_allocate) Win_allocate = until_looked_up(&PMPI_Win_allocate);
  decltype(&PMPI_Win_allocate_shared) Win_allocate_shared = until_looked_up(&PMPI_Win_allocate_shared);
  decltype(&PMPI_Win_create_dynamic) Win_create_dynamic = until_looked_up(&PMPI_Win_create_dynamic);
  decltype(&PMPI_Comm_create_group) Comm_create_group = until_looked_up(&PMPI_Comm_create_group);
  decltype(&PMPI_Intercomm_create) Intercomm_create = until_looked_up(&PMPI_Intercomm_create);
  decltype(&PMPI_Win_fence) Win_fence = until_looked_up(&PMPI_Win_fence);
  decltype(&PMPI_Win_free) Win_free = until_looked_up(&PMPI_Win_free);
  decltype(&PMPI_Win_set_info) Win_set_info = until_looked_up(&PMPI_Win_set_info);
  decltype(&PMPI_Win_post) Win_post = until_looked_up(&PMPI_Win_post);
  decltype(&PMPI_Win_start) Win_start = until_looked_up(&PMPI_Win_start);
  decltype(&PMPI_Win_wait) Win_wait = until_looked_up(&PMPI_Win_wait);
  decltype(&PMPI_Win_test) Win_test = until_looked_up(&PMPI_Win_test);
  decltype(&PMPI_Win_lock) Win_lock = until_looked_up(&PMPI_Win_lock);
  decltype(&PMPI_Win_lock_all) Win_lock_all = until_looked_up(&PMPI_Win_lock_all);
  decltype(&PMPI_Win_unlock) Win_unlock = until_looked_up(&PMPI_Win_unlock);
  decltype(&PMPI_Win_unlock_all) Win_unlock_all = until_looked_up(&PMPI_Win_unlock_all);
  decltype(&PMPI_Win_flush) Win_flush = until_looked_up(&PMPI_Win_flush);
  decltype(&PMPI_Win_flush_all) Win_flush_all = until_looked_up(&PMPI_Win_flush_all);
  decltype(&PMPI_Win_flush_local) Win_flush_local = until_looked_up(&PMPI_Win_flush_local);
  decltype(&PMPI_Win_flush_local_all) Win_flush_local_all = until_looked_up(&PMPI_Win_flush_local_all);
  decltype(&PMPI_Win_sync) Win_sync = until_looked_up(&PMPI_Win_sync);
  decltype(&PMPI_Parrived) Parrived = until_looked_up(&PMPI_Parrived);
  decltype(&PMPI_File_open) File_open = until_looked_up(&PMPI_File_open);
  decltype(&PMPI_File_close) File_close = until_looked_up(&PMPI_File_close);
  decltype(&PMPI_File_set_size) File_set_size = until_looked_up(&PMPI_File_set_size);
  decltype(&PMPI_File_preallocate) File_preallocate = until_looked_up(&PMPI_File_preallocate);
  decltype(&PMPI_File_set_info) File_set_info = until_looked_up(&PMPI_File_set_info);
  decltype(&PMPI_File_set_view) File_set_view = until_looked_up(&PMPI_File_set_view);
  decltype(&PMPI_File_set_atomicity) File_set_atomicity = until_looked_up(&PMPI_File_set_atomicity);
  decltype(&PMPI_File_seek_shared) File_seek_shared = until_looked_up(&PMPI_File_seek_shared);
  decltype(&PMPI_File_sync) File_sync = until_looked_up(&PMPI_File_sync);
  decltype(&PMPI_File_read_all) File_read_all = until_looked_up(&PMPI_File_read_all);
  decltype(&PMPI_File_read_at_all) File_read_at_all = until_looked_up(&PMPI_File_read_at_all);
  decltype(&PMPI_File_read_ordered) File_read_ordered = until_looked_up(&PMPI_File_read_ordered);
  decltype(&PMPI_File_read_all_begin) File_read_all_begin = until_looked_up(&PMPI_File_read_all_begin);
  decltype(&PMPI_File_read_at_all_begin) File_read_at_all_begin =
      until_looked_up(&PMPI_File_read_at_all_begin);
  decltype(&PMPI_File_read_ordered_begin) File_read_ordered_begin =
      until_looked_up(&PMPI_File_read_ordered_begin);
  decltype(&PMPI_File_read_all_end) File_read_all_end = until_looked_up(&PMPI_File_read_all_end);
  decltype(&PMPI_File_read_at_all_end) File_read_at_all_end = until_looked_up(&PMPI_File_read_at_all_end);
  decltype(&PMPI_File_read_ordered_end) File_read_ordered_end = until_looked_up(&PMPI_File_read_ordered_end);
  decltype(&PMPI_File_write_all) File_write_all = until_looked_up(&PMPI_File_write_all);
  decltype(&PMPI_File_write_at_all) File_write_at_all = until_looked_up(&PMPI_File_write_at_all);
  decltype(&PMPI_File_write_ordered) File_write_ordered = until_looked_up(&PMPI_File_write_ordered);
  decltype(&PMPI_File_write_all_begin) File_write_all_begin = until_looked_up(&PMPI_File_write_all_begin);
  decltype(&PMPI_File_write_at_all_begin) File_write_at_all_begin =
      until_looked_up(&PMPI_File_write_at_all_begin);
  decltype(&PMPI_File_write_ordered_begin) File_write_ordered_begin =
      until_looked_up(&PMPI_File_write_ordered_begin);
  decltype(&PMPI_File_write_all_end) File_write_all_end = until_looked_up(&PMPI_File_write_all_end);
  decltype(&PMPI_File_write_at_all_end) File_write_at_all_end = until_looked_up(&PMPI_File_write_at_all_end);
  decltype(&PMPI_File_write_ordered_end) File_write_ordered_end =
      until_looked_up(&PMPI_File_write_ordered_end);
  decltype(&PMPI_Send_c) Send_c = until_looked_up(&PMPI_Send_c);
  decltype(&PMPI_Recv_c) Recv_c = until_looked_up(&PMPI_Recv_c);
  decltype(&PMPI_Sendrecv_c) Sendrecv_c = until_looked_up(&PMPI_Sendrecv_c);
  decltype(&PMPI_Ssend_c) Ssend_c = until_looked_up(&PMPI_Ssend_c);
  decltype(&PMPI_Rsend_c) Rsend_c = until_looked_up(&PMPI_Rsend_c);
  decltype(&PMPI_Mrecv_c) Mrecv_c = until_looked_up(&PMPI_Mrecv_c);
  decltype(&PMPI_Sendrecv_replace_c) Sendrecv_replace_c = until_looked_up(&PMPI_Sendrecv_replace_c);
  decltype(&PMPI_Isend_c) Isend_c = until_looked_up(&PMPI_Isend_c);
  decltype(&PMPI_Send_init_c) Send_init_c = until_looked_up(&PMPI_Send_init_c);
  decltype(&PMPI_Issend_c) Issend_c = until_looked_up(&PMPI_Issend_c);
  decltype(&PMPI_Ssend_init_c) Ssend_init_c = until_looked_up(&PMPI_Ssend_init_c);
  decltype(&PMPI_Irsend_c) Irsend_c = until_looked_up(&PMPI_Irsend_c);
  decltype(&PMPI_Irecv_c) Irecv_c = until_looked_up(&PMPI_Irecv_c);
  decltype(&PMPI_Imrecv_c) Imrecv_c = until_looked_up(&PMPI_Imrecv_c);
  decltype(&PMPI_Win_create_c) Win_create_c = until_looked_up(&PMPI_Win_create_c);
  decltype(&PMPI_Win_allocate_c) Win_allocate_c = until_looked_up(&PMPI_Win_allocate_c);
  decltype(&PMPI_Win_allocate_shared_c) Win_allocate_shared_c = until_looked_up(&PMPI_Win_allocate_shared_c);
  decltype(&PMPI_File_read_all_c) File_read_all_c = until_looked_up(&PMPI_File_read_all_c);
  decltype(&PMPI_File_read_at_all_c) File_read_at_all_c = until_looked_up(&PMPI_File_read_at_all_c);
  decltype(&PMPI_File_read_ordered_c) File_read_ordered_c = until_looked_up(&PMPI_File_read_ordered_c);
  decltype(&PMPI_File_read_all_begin_c) File_read_all_begin_c = until_looked_up(&PMPI_File_read_all_begin_c);
  decltype(&PMPI_File_read_at_all_begin_c) File_read_at_all_begin_c =
      until_looked_up(&PMPI_File_read_at_all_begin_c);
  decltype(&PMPI_File_read_ordered_begin_c) File_read_ordered_begin_c =
      until_looked_up(&PMPI_File_read_ordered_begin_c);
  decltype(&PMPI_File_write_all_c) File_write_all_c = until_looked_up(&PMPI_File_write_all_c);
  decltype(&PMPI_File_write_at_all_c) File_write_at_all_c = until_looked_up(&PMPI_File_write_at_all_c);
  decltype(&PMPI_File_write_ordered_c) File_write_ordered_c = until_looked_up(&PMPI_File_write_ordered_c);
  decltype(&PMPI_File_write_all_begin_c) File_write_all_begin_c =
      until_looked_up(&PMPI_File_write_all_begin_c);
  decltype(&PMPI_File_write_at_all_begin_c) File_write_at_all_begin_c =
      until_looked_up(&PMPI_File_write_at_all_begin_c);
  decltype(&PMPI_File_write_ordered_begin_c) File_write_ordered_begin_c =
      until_looked_up(&PMPI_File_write_ordered_begin_c);
#endif
#if defined(TUTTI_REPLACES_WAITS) && (MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1))
  decltype(&PMPI_Buffer_detach) Buffer_detach = until_looked_up(&PMPI_Buffer_detach);
  decltype(&PMPI_Buffer_flush) Buffer_flush = until_looked_up(&PMPI_Buffer_flush);
  decltype(&PMPI_Comm_flush_buffer) Comm_flush_buffer = until_looked_up(&PMPI_Comm_flush_buffer);
  decltype(&PMPI_Comm_detach_buffer) Comm_detach_buffer = until_looked_up(&PMPI_Comm_detach_buffer);
  decltype(&PMPI_Session_flush_buffer) Session_flush_buffer = until_looked_up(&PMPI_Session_flush_buffer);
  decltype(&PMPI_Session_detach_buffer) Session_detach_buffer = until_looked_up(&PMPI_Session_detach_buffer);
  decltype(&PMPI_Buffer_detach_c) Buffer_detach_c = until_looked_up(&PMPI_Buffer_detach_c);
  decltype(&PMPI_Comm_detach_buffer_c) Comm_detach_buffer_c = until_looked_up(&PMPI_Comm_detach_buffer_c);
  decltype(&PMPI_Session_detach_buffer_c) Session_detach_buffer_c =
      until_looked_up(&PMPI_Session_detach_buffer_c);
#endif
#if MPI_VERSION >= 4
  decltype(&PMPI_Session_init) Session_init = until_looked_up(&PMPI_Session_init);
  decltype(&PMPI_Session_finalize) Session_finalize = until_looked_up(&PMPI_Session_finalize);
  decltype(&PMPI_Finalize) Finalize = until_looked_up(&PMPI_Finalize);
  decltype(&PMPI_Comm_create_from_group) Comm_create_from_group =
      until_looked_up(&PMPI_Comm_create_from_group);
  decltype(&PMPI_Intercomm_create_from_groups) Intercomm_create_from_groups =
      until_looked_up(&PMPI_Intercomm_create_from_groups);
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  decltype(&PMPI_Request_get_status_all) Request_get_status_all =
      until_looked_up(&PMPI_Request_get_status_all);
  decltype(&PMPI_Request_get_status_any) Request_get_status_any =
      until_looked_up(&PMPI_Request_get_status_any);
  decltype(&PMPI_Request_get_status_some) Request_get_status_some =
      until_looked_up(&PMPI_Request_get_status_some);
#endif

  /// Each calls each(name, pointer), with names such as "PMPI_Bcast".
  void each_collective(auto each) {
    each("PMPI_Barrier", Barrier);
    each("PMPI_Ibarrier", Ibarrier);
    each("PMPI_Bcast", Bcast);
    each("PMPI_Ibcast", Ibcast);
    each("PMPI_Gather", Gather);
    each("PMPI_Igather", Igather);
    each("PMPI_Gatherv", Gatherv);
    each("PMPI_Igatherv", Igatherv);
    each("PMPI_Scatter", Scatter);
    each("PMPI_Iscatter", Iscatter);
    each("PMPI_Scatterv", Scatterv);
    each("PMPI_Iscatterv", Iscatterv);
    each("PMPI_Allgather", Allgather);
    each("PMPI_Iallgather", Iallgather);
    each("PMPI_Allgatherv", Allgatherv);
    each("PMPI_Iallgatherv", Iallgatherv);
    each("PMPI_Alltoall", Alltoall);
    each("PMPI_Ialltoall", Ialltoall);
    each("PMPI_Alltoallv", Alltoallv);
    each("PMPI_Ialltoallv", Ialltoallv);
    each("PMPI_Alltoallw", Alltoallw);
    each("PMPI_Ialltoallw", Ialltoallw);
    each("PMPI_Reduce", Reduce);
    each("PMPI_Ireduce", Ireduce);
    each("PMPI_Allreduce", Allreduce);
    each("PMPI_Iallreduce", Iallreduce);
    each("PMPI_Reduce_scatter", Reduce_scatter);
    each("PMPI_Ireduce_scatter", Ireduce_scatter);
    each("PMPI_Reduce_scatter_block", Reduce_scatter_block);
    each("PMPI_Ireduce_scatter_block", Ireduce_scatter_block);
    each("PMPI_Scan", Scan);
    each("PMPI_Iscan", Iscan);
    each("PMPI_Exscan", Exscan);
    each("PMPI_Iexscan", Iexscan);
#if !defined(SMPI_H)
    each("PMPI_Neighbor_allgather", Neighbor_allgather);
    each("PMPI_Ineighbor_allgather", Ineighbor_allgather);
    each("PMPI_Neighbor_allgatherv", Neighbor_allgatherv);
    each("PMPI_Ineighbor_allgatherv", Ineighbor_allgatherv);
    each("PMPI_Neighbor_alltoall", Neighbor_alltoall);
    each("PMPI_Ineighbor_alltoall", Ineighbor_alltoall);
    each("PMPI_Neighbor_alltoallv", Neighbor_alltoallv);
    each("PMPI_Ineighbor_alltoallv", Ineighbor_alltoallv);
    each("PMPI_Neighbor_alltoallw", Neighbor_alltoallw);
    each("PMPI_Ineighbor_alltoallw", Ineighbor_alltoallw);
#endif
#if MPI_VERSION >= 4
    each("PMPI_Bcast_c", Bcast_c);
    each("PMPI_Ibcast_c", Ibcast_c);
    each("PMPI_Bcast_init_c", Bcast_init_c);
    each("PMPI_Gather_c", Gather_c);
    each("PMPI_Igather_c", Igather_c);
    each("PMPI_Gather_init_c", Gather_init_c);
    each("PMPI_Gatherv_c", Gatherv_c);
    each("PMPI_Igatherv_c", Igatherv_c);
    each("PMPI_Gatherv_init_c", Gatherv_init_c);
    each("PMPI_Scatter_c", Scatter_c);
    each("PMPI_Iscatter_c", Iscatter_c);
    each("PMPI_Scatter_init_c", Scatter_init_c);
    each("PMPI_Scatterv_c", Scatterv_c);
    each("PMPI_Iscatterv_c", Iscatterv_c);
    each("PMPI_Scatterv_init_c", Scatterv_init_c);
    each("PMPI_Allgather_c", Allgather_c);
    each("PMPI_Iallgather_c", Iallgather_c);
    each("PMPI_Allgather_init_c", Allgather_init_c);
    each("PMPI_Allgatherv_c", Allgatherv_c);
    each("PMPI_Iallgatherv_c", Iallgatherv_c);
    each("PMPI_Allgatherv_init_c", Allgatherv_init_c);
    each("PMPI_Alltoall_c", Alltoall_c);
    each("PMPI_Ialltoall_c", Ialltoall_c);
    each("PMPI_Alltoall_init_c", Alltoall_init_c);
    each("PMPI_Alltoallv_c", Alltoallv_c);
    each("PMPI_Ialltoallv_c", Ialltoallv_c);
    each("PMPI_Alltoallv_init_c", Alltoallv_init_c);
    each("PMPI_Alltoallw_c", Alltoallw_c);
    each("PMPI_Ialltoallw_c", Ialltoallw_c);
    each("PMPI_Alltoallw_init_c", Alltoallw_init_c);
    each("PMPI_Reduce_c", Reduce_c);
    each("PMPI_Ireduce_c", Ireduce_c);
    each("PMPI_Reduce_init_c", Reduce_init_c);
    each("PMPI_Allreduce_c", Allreduce_c);
    each("PMPI_Iallreduce_c", Iallreduce_c);
    each("PMPI_Allreduce_init_c", Allreduce_init_c);
    each("PMPI_Reduce_scatter_c", Reduce_scatter_c);
    each("PMPI_Ireduce_scatter_c", Ireduce_scatter_c);
    each("PMPI_Reduce_scatter_init_c", Reduce_scatter_init_c);
    each("PMPI_Reduce_scatter_block_c", Reduce_scatter_block_c);
    each("PMPI_Ireduce_scatter_block_c", Ireduce_scatter_block_c);
    each("PMPI_Reduce_scatter_block_init_c", Reduce_scatter_block_init_c);
    each("PMPI_Scan_c", Scan_c);
    each("PMPI_Iscan_c", Iscan_c);
    each("PMPI_Scan_init_c", Scan_init_c);
    each("PMPI_Exscan_c", Exscan_c);
    each("PMPI_Iexscan_c", Iexscan_c);
    each("PMPI_Exscan_init_c", Exscan_init_c);
    each("PMPI_Neighbor_allgather_c", Neighbor_allgather_c);
    each("PMPI_Ineighbor_allgather_c", Ineighbor_allgather_c);
    each("PMPI_Neighbor_allgather_init_c", Neighbor_allgather_init_c);
    each("PMPI_Neighbor_allgatherv_c", Neighbor_allgatherv_c);
    each("PMPI_Ineighbor_allgatherv_c", Ineighbor_allgatherv_c);
    each("PMPI_Neighbor_allgatherv_init_c", Neighbor_allgatherv_init_c);
    each("PMPI_Neighbor_alltoall_c", Neighbor_alltoall_c);
    each("PMPI_Ineighbor_alltoall_c", Ineighbor_alltoall_c);
    each("PMPI_Neighbor_alltoall_init_c", Neighbor_alltoall_init_c);
    each("PMPI_Neighbor_alltoallv_c", Neighbor_alltoallv_c);
    each("PMPI_Ineighbor_alltoallv_c", Ineighbor_alltoallv_c);
    each("PMPI_Neighbor_alltoallv_init_c", Neighbor_alltoallv_init_c);
    each("PMPI_Neighbor_alltoallw_c", Neighbor_alltoallw_c);
    each("PMPI_Ineighbor_alltoallw_c", Ineighbor_alltoallw_c);
    each("PMPI_Neighbor_alltoallw_init_c", Neighbor_alltoallw_init_c);
#endif
  }
  void each_persistent(auto each) {
    each("PMPI_Barrier_init", Barrier_init);
    each("PMPI_Bcast_init", Bcast_init);
    each("PMPI_Gather_init", Gather_init);
    each("PMPI_Gatherv_init", Gatherv_init);
    each("PMPI_Scatter_init", Scatter_init);
    each("PMPI_Scatterv_init", Scatterv_init);
    each("PMPI_Allgather_init", Allgather_init);
    each("PMPI_Allgatherv_init", Allgatherv_init);
    each("PMPI_Alltoall_init", Alltoall_init);
    each("PMPI_Alltoallv_init", Alltoallv_init);
    each("PMPI_Alltoallw_init", Alltoallw_init);
    each("PMPI_Reduce_init", Reduce_init);
    each("PMPI_Allreduce_init", Allreduce_init);
    each("PMPI_Reduce_scatter_init", Reduce_scatter_init);
    each("PMPI_Reduce_scatter_block_init", Reduce_scatter_block_init);
    each("PMPI_Scan_init", Scan_init);
    each("PMPI_Exscan_init", Exscan_init);
#if !defined(SMPI_H)
    each("PMPI_Neighbor_allgather_init", Neighbor_allgather_init);
    each("PMPI_Neighbor_allgatherv_init", Neighbor_allgatherv_init);
    each("PMPI_Neighbor_alltoall_init", Neighbor_alltoall_init);
    each("PMPI_Neighbor_alltoallv_init", Neighbor_alltoallv_init);
    each("PMPI_Neighbor_alltoallw_init", Neighbor_alltoallw_init);
#endif
  }
  void each_other(auto each) {
    each("PMPI_Start", Start);
    each("PMPI_Startall", Startall);
    each("PMPI_Request_free", Request_free);
    each("PMPI_Cancel", Cancel);
    each("PMPI_Type_free", Type_free);
    each("PMPI_Op_free", Op_free);
    each("PMPI_Comm_free", Comm_free);
    each("PMPI_Comm_disconnect", Comm_disconnect);
    each("PMPI_Send", Send);
    each("PMPI_Recv", Recv);
    each("PMPI_Sendrecv", Sendrecv);
    each("PMPI_Wait", Wait);
    each("PMPI_Waitall", Waitall);
    each("PMPI_Waitany", Waitany);
    each("PMPI_Waitsome", Waitsome);
    each("PMPI_Test", Test);
    each("PMPI_Testall", Testall);
    each("PMPI_Testany", Testany);
    each("PMPI_Testsome", Testsome);
    each("PMPI_Request_get_status", Request_get_status);
    each("PMPI_Isend", Isend);
#if !defined(SMPI_H)
    each("PMPI_Abort", Abort);
    each("PMPI_Ssend", Ssend);
    each("PMPI_Rsend", Rsend);
    each("PMPI_Mrecv", Mrecv);
    each("PMPI_Sendrecv_replace", Sendrecv_replace);
    each("PMPI_Probe", Probe);
    each("PMPI_Mprobe", Mprobe);
    each("PMPI_Send_init", Send_init);
    each("PMPI_Issend", Issend);
    each("PMPI_Ssend_init", Ssend_init);
#endif
#if defined(TUTTI_REPLACES_WAITS)
    each("PMPI_Iprobe", Iprobe);
    each("PMPI_Improbe", Improbe);
    each("PMPI_Irsend", Irsend);
    each("PMPI_Irecv", Irecv);
    each("PMPI_Imrecv", Imrecv);
    each("PMPI_Comm_dup", Comm_dup);
    each("PMPI_Comm_dup_with_info", Comm_dup_with_info);
    each("PMPI_Comm_create", Comm_create);
    each("PMPI_Comm_split", Comm_split);
    each("PMPI_Comm_split_type", Comm_split_type);
    each("PMPI_Intercomm_merge", Intercomm_merge);
    each("PMPI_Cart_create", Cart_create);
    each("PMPI_Cart_sub", Cart_sub);
    each("PMPI_Graph_create", Graph_create);
    each("PMPI_Dist_graph_create", Dist_graph_create);
    each("PMPI_Dist_graph_create_adjacent", Dist_graph_create_adjacent);
    each("PMPI_Comm_spawn", Comm_spawn);
    each("PMPI_Comm_spawn_multiple", Comm_spawn_multiple);
    each("PMPI_Comm_accept", Comm_accept);
    each("PMPI_Comm_connect", Comm_connect);
    each("PMPI_Win_create", Win_create);
    each("PMPI_Win_allocate", Win_allocate);
    each("PMPI_Win_allocate_shared", Win_allocate_shared);
    each("PMPI_Win_create_dynamic", Win_create_dynamic);
    each("PMPI_Comm_create_group", Comm_create_group);
    each("PMPI_Intercomm_create", Intercomm_create);
    each("PMPI_Win_fence", Win_fence);
    each("PMPI_Win_free", Win_free);
    each("PMPI_Win_set_info", Win_set_info);
    each("PMPI_Win_post", Win_post);
    each("PMPI_Win_start", Win_start);
    each("PMPI_Win_wait", Win_wait);
    each("PMPI_Win_test", Win_test);
    each("PMPI_Win_lock", Win_lock);
    each("PMPI_Win_lock_all", Win_lock_all);
    each("PMPI_Win_unlock", Win_unlock);
    each("PMPI_Win_unlock_all", Win_unlock_all);
    each("PMPI_Win_flush", Win_flush);
    each("PMPI_Win_flush_all", Win_flush_all);
    each("PMPI_Win_flush_local", Win_flush_local);
    each("PMPI_Win_flush_local_all", Win_flush_local_all);
    each("PMPI_Win_sync", Win_sync);
    each("PMPI_Parrived", Parrived);
    each("PMPI_File_open", File_open);
    each("PMPI_File_close", File_close);
    each("PMPI_File_set_size", File_set_size);
    each("PMPI_File_preallocate", File_preallocate);
    each("PMPI_File_set_info", File_set_info);
    each("PMPI_File_set_view", File_set_view);
    each("PMPI_File_set_atomicity", File_set_atomicity);
    each("PMPI_File_seek_shared", File_seek_shared);
    each("PMPI_File_sync", File_sync);
    each("PMPI_File_read_all", File_read_all);
    each("PMPI_File_read_at_all", File_read_at_all);
    each("PMPI_File_read_ordered", File_read_ordered);
    each("PMPI_File_read_all_begin", File_read_all_begin);
    each("PMPI_File_read_at_all_begin", File_read_at_all_begin);
    each("PMPI_File_read_ordered_begin", File_read_ordered_begin);
    each("PMPI_File_read_all_end", File_read_all_end);
    each("PMPI_File_read_at_all_end", File_read_at_all_end);
    each("PMPI_File_read_ordered_end", File_read_ordered_end);
    each("PMPI_File_write_all", File_write_all);
    each("PMPI_File_write_at_all", File_write_at_all);
    each("PMPI_File_write_ordered", File_write_ordered);
    each("PMPI_File_write_all_begin", File_write_all_begin);
    each("PMPI_File_write_at_all_begin", File_write_at_all_begin);
    each("PMPI_File_write_ordered_begin", File_write_ordered_begin);
    each("PMPI_File_write_all_end", File_write_all_end);
    each("PMPI_File_write_at_all_end", File_write_at_all_end);
    each("PMPI_File_write_ordered_end", File_write_ordered_end);
    each("PMPI_Send_c", Send_c);
    each("PMPI_Recv_c", Recv_c);
    each("PMPI_Sendrecv_c", Sendrecv_c);
    each("PMPI_Ssend_c", Ssend_c);
    each("PMPI_Rsend_c", Rsend_c);
    each("PMPI_Mrecv_c", Mrecv_c);
    each("PMPI_Sendrecv_replace_c", Sendrecv_replace_c);
    each("PMPI_Isend_c", Isend_c);
    each("PMPI_Send_init_c", Send_init_c);
    each("PMPI_Issend_c", Issend_c);
    each("PMPI_Ssend_init_c", Ssend_init_c);
    each("PMPI_Irsend_c", Irsend_c);
    each("PMPI_Irecv_c", Irecv_c);
    each("PMPI_Imrecv_c", Imrecv_c);
    each("PMPI_Win_create_c", Win_create_c);
    each("PMPI_Win_allocate_c", Win_allocate_c);
    each("PMPI_Win_allocate_shared_c", Win_allocate_shared_c);
    each("PMPI_File_read_all_c", File_read_all_c);
    each("PMPI_File_read_at_all_c", File_read_at_all_c);
    each("PMPI_File_read_ordered_c", File_read_ordered_c);
    each("PMPI_File_read_all_begin_c", File_read_all_begin_c);
    each("PMPI_File_read_at_all_begin_c", File_read_at_all_begin_c);
    each("PMPI_File_read_ordered_begin_c", File_read_ordered_begin_c);
    each("PMPI_File_write_all_c", File_write_all_c);
    each("PMPI_File_write_at_all_c", File_write_at_all_c);
    each("PMPI_File_write_ordered_c", File_write_ordered_c);
    each("PMPI_File_write_all_begin_c", File_write_all_begin_c);
    each("PMPI_File_write_at_all_begin_c", File_write_at_all_begin_c);
    each("PMPI_File_write_ordered_begin_c", File_write_ordered_begin_c);
#endif
#if defined(TUTTI_REPLACES_WAITS) && (MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1))
    each("PMPI_Buffer_detach", Buffer_detach);
    each("PMPI_Buffer_flush", Buffer_flush);
    each("PMPI_Comm_flush_buffer", Comm_flush_buffer);
    each("PMPI_Comm_detach_buffer", Comm_detach_buffer);
    each("PMPI_Session_flush_buffer", Session_flush_buffer);
    each("PMPI_Session_detach_buffer", Session_detach_buffer);
    each("PMPI_Buffer_detach_c", Buffer_detach_c);
    each("PMPI_Comm_detach_buffer_c", Comm_detach_buffer_c);
    each("PMPI_Session_detach_buffer_c", Session_detach_buffer_c);
#endif
#if MPI_VERSION >= 4
    each("PMPI_Session_init", Session_init);
    each("PMPI_Session_finalize", Session_finalize);
    each("PMPI_Finalize", Finalize);
    each("PMPI_Comm_create_from_group", Comm_create_from_group);
    each("PMPI_Intercomm_create_from_groups", Intercomm_create_from_groups);
#endif
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
    each("PMPI_Request_get_status_all", Request_get_status_all);
    each("PMPI_Request_get_status_any", Request_get_status_any);
    each("PMPI_Request_get_status_some", Request_get_status_some);
#endif
  }
};
// clang-format on

}  // namespace tutti::mpi
