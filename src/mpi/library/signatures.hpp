#pragma once

// MPI's collective calls, from which all their forms are declared and defined: each(Name, name, (parameters),
// (arguments)). Count and Displacement are int, or, as in MPI_Bcast_c, MPI_Count and MPI_Aint.

#define TUTTI_LIST(...) __VA_ARGS__

#define TUTTI_SIGNATURE_Barrier(each, Count, Displacement) each(Barrier, barrier, (MPI_Comm comm), (comm))
#define TUTTI_SIGNATURE_Bcast(each, Count, Displacement)                                      \
  each(Bcast, bcast, (void* buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm), \
       (buffer, count, type, root, comm))
#define TUTTI_SIGNATURE_Gather(each, Count, Displacement)                                            \
  each(Gather, gather,                                                                               \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, int root, MPI_Comm comm),                                             \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Gatherv(each, Count, Displacement)                                                   \
  each(Gatherv, gatherv,                                                                                     \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, const Count* recvcounts, \
        const Displacement* displs, MPI_Datatype recvtype, int root, MPI_Comm comm),                         \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
#define TUTTI_SIGNATURE_Scatter(each, Count, Displacement)                                           \
  each(Scatter, scatter,                                                                             \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, int root, MPI_Comm comm),                                             \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Scatterv(each, Count, Displacement)                                              \
  each(Scatterv, scatterv,                                                                               \
       (const void* sendbuf, const Count* sendcounts, const Displacement* displs, MPI_Datatype sendtype, \
        void* recvbuf, Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),                 \
       (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Allgather(each, Count, Displacement)                                         \
  each(Allgather, allgather,                                                                         \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                       \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Allgatherv(each, Count, Displacement)                                                \
  each(Allgatherv, allgatherv,                                                                               \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, const Count* recvcounts, \
        const Displacement* displs, MPI_Datatype recvtype, MPI_Comm comm),                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoall(each, Count, Displacement)                                          \
  each(Alltoall, alltoall,                                                                           \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                       \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoallv(each, Count, Displacement)                                              \
  each(Alltoallv, alltoallv,                                                                              \
       (const void* sendbuf, const Count* sendcounts, const Displacement* sdispls, MPI_Datatype sendtype, \
        void* recvbuf, const Count* recvcounts, const Displacement* rdispls, MPI_Datatype recvtype,       \
        MPI_Comm comm),                                                                                   \
       (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoallw(each, Count, Displacement)                                                \
  each(Alltoallw, alltoallw,                                                                                \
       (const void* sendbuf, const Count* sendcounts, const Displacement* sdispls,                          \
        const MPI_Datatype* sendtypes, void* recvbuf, const Count* recvcounts, const Displacement* rdispls, \
        const MPI_Datatype* recvtypes, MPI_Comm comm),                                                      \
       (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
#define TUTTI_SIGNATURE_Reduce(each, Count, Displacement)                                        \
  each(Reduce, reduce,                                                                           \
       (const void* sendbuf, void* recvbuf, Count count, MPI_Datatype type, MPI_Op op, int root, \
        MPI_Comm comm),                                                                          \
       (sendbuf, recvbuf, count, type, op, root, comm))
#define TUTTI_SIGNATURE_Allreduce(each, Count, Displacement)                                           \
  each(Allreduce, allreduce,                                                                           \
       (const void* sendbuf, void* recvbuf, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))
#define TUTTI_SIGNATURE_Reduce_scatter(each, Count, Displacement)                                  \
  each(Reduce_scatter, reduce_scatter,                                                             \
       (const void* sendbuf, void* recvbuf, const Count* recvcounts, MPI_Datatype type, MPI_Op op, \
        MPI_Comm comm),                                                                            \
       (sendbuf, recvbuf, recvcounts, type, op, comm))
#define TUTTI_SIGNATURE_Reduce_scatter_block(each, Count, Displacement)                                    \
  each(Reduce_scatter_block, reduce_scatter_block,                                                         \
       (const void* sendbuf, void* recvbuf, Count recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, recvcount, type, op, comm))
#define TUTTI_SIGNATURE_Scan(each, Count, Displacement)                                                \
  each(Scan, scan,                                                                                     \
       (const void* sendbuf, void* recvbuf, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))
#define TUTTI_SIGNATURE_Exscan(each, Count, Displacement)                                              \
  each(Exscan, exscan,                                                                                 \
       (const void* sendbuf, void* recvbuf, Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))

#define TUTTI_SIGNATURE_Neighbor_allgather(each, Count, Displacement)                                \
  each(Neighbor_allgather, neighbor_allgather,                                                       \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                       \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_allgatherv(each, Count, Displacement)                                       \
  each(Neighbor_allgatherv, neighbor_allgatherv,                                                             \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, const Count* recvcounts, \
        const Displacement* displs, MPI_Datatype recvtype, MPI_Comm comm),                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoall(each, Count, Displacement)                                 \
  each(Neighbor_alltoall, neighbor_alltoall,                                                         \
       (const void* sendbuf, Count sendcount, MPI_Datatype sendtype, void* recvbuf, Count recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                       \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoallv(each, Count, Displacement)                                     \
  each(Neighbor_alltoallv, neighbor_alltoallv,                                                            \
       (const void* sendbuf, const Count* sendcounts, const Displacement* sdispls, MPI_Datatype sendtype, \
        void* recvbuf, const Count* recvcounts, const Displacement* rdispls, MPI_Datatype recvtype,       \
        MPI_Comm comm),                                                                                   \
       (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoallw(each, Count, Displacement)                                   \
  each(Neighbor_alltoallw, neighbor_alltoallw,                                                          \
       (const void* sendbuf, const Count* sendcounts, const MPI_Aint* sdispls,                          \
        const MPI_Datatype* sendtypes, void* recvbuf, const Count* recvcounts, const MPI_Aint* rdispls, \
        const MPI_Datatype* recvtypes, MPI_Comm comm),                                                  \
       (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))

// The collectives with counts, for the given types of counts and displacements. SimGrid has no neighbourhood
// collectives.
// clang-format off
#if defined(SMPI_H)
#define TUTTI_NEIGHBOUR_SIGNATURES_OF(each, Count, Displacement)
#else
#define TUTTI_NEIGHBOUR_SIGNATURES_OF(each, Count, Displacement) \
  TUTTI_SIGNATURE_Neighbor_allgather(each, Count, Displacement) \
  TUTTI_SIGNATURE_Neighbor_allgatherv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Neighbor_alltoall(each, Count, Displacement) \
  TUTTI_SIGNATURE_Neighbor_alltoallv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Neighbor_alltoallw(each, Count, Displacement)
#endif

#define TUTTI_COUNTING_SIGNATURES_OF(each, Count, Displacement) \
  TUTTI_SIGNATURE_Bcast(each, Count, Displacement) \
  TUTTI_SIGNATURE_Gather(each, Count, Displacement) \
  TUTTI_SIGNATURE_Gatherv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Scatter(each, Count, Displacement) \
  TUTTI_SIGNATURE_Scatterv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Allgather(each, Count, Displacement) \
  TUTTI_SIGNATURE_Allgatherv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Alltoall(each, Count, Displacement) \
  TUTTI_SIGNATURE_Alltoallv(each, Count, Displacement) \
  TUTTI_SIGNATURE_Alltoallw(each, Count, Displacement) \
  TUTTI_SIGNATURE_Reduce(each, Count, Displacement) \
  TUTTI_SIGNATURE_Allreduce(each, Count, Displacement) \
  TUTTI_SIGNATURE_Reduce_scatter(each, Count, Displacement) \
  TUTTI_SIGNATURE_Reduce_scatter_block(each, Count, Displacement) \
  TUTTI_SIGNATURE_Scan(each, Count, Displacement) \
  TUTTI_SIGNATURE_Exscan(each, Count, Displacement) \
  TUTTI_NEIGHBOUR_SIGNATURES_OF(each, Count, Displacement)
// clang-format on

// All collectives, with counts of int.
#define TUTTI_SIGNATURES(each) \
  TUTTI_SIGNATURE_Barrier(each, int, int) TUTTI_COUNTING_SIGNATURES_OF(each, int, int)
// The functions with large counts (MPI_Bcast_c, ...), if the MPI library has them.
#if MPI_VERSION >= 4
#define TUTTI_LARGE(...) __VA_ARGS__
#else
#define TUTTI_LARGE(...)
#endif
#define TUTTI_LARGE_SIGNATURES(each) TUTTI_LARGE(TUTTI_COUNTING_SIGNATURES_OF(each, MPI_Count, MPI_Aint))

// Defines MPI_Name and PMPI_Name by the body that follows. Tools loaded before tutti and Fortran interfaces
// call PMPI_Name.
#define TUTTI_BOTH_NAMES(Name, parameters, arguments)                  \
  static int do_##Name parameters;                                     \
  TUTTI_API int MPI_##Name parameters { return do_##Name arguments; }  \
  TUTTI_API int PMPI_##Name parameters { return do_##Name arguments; } \
  static int do_##Name parameters

// Defines all forms of a collective: TUTTI_SERVES(Bcast).
#define TUTTI_SERVES(Name)                          \
  TUTTI_SIGNATURE_##Name(TUTTI_ALL_FORMS, int, int) \
      TUTTI_LARGE(TUTTI_SIGNATURE_##Name(TUTTI_LARGE_FORMS, MPI_Count, MPI_Aint))

// Defines TUTTI_Blocking, TUTTI_Posted and TUTTI_Persistent, which all call serve_name(form, arguments).
#define TUTTI_ALL_FORMS(Name, name, parameters, arguments) \
  TUTTI_FORMS(Name, I##name, Name##_init, name, parameters, arguments)
#define TUTTI_LARGE_FORMS(Name, name, parameters, arguments) \
  TUTTI_FORMS(Name##_c, I##name##_c, Name##_init_c, name, parameters, arguments)
#define TUTTI_FORMS(Blocking, Posted, Persistent, name, parameters, arguments)                          \
  int TUTTI_##Blocking parameters {                                                                     \
    const auto native = [](auto... all) { return next_mpi.Blocking(all...); };                          \
    blocking form{program_call{TUTTI_WITH arguments, native, __builtin_return_address(0)}};             \
    return serve_##name(form, TUTTI_LIST arguments);                                                    \
  }                                                                                                     \
  int TUTTI_##Posted(TUTTI_LIST parameters, MPI_Request* request) {                                     \
    const auto native = [request](auto... all) { return next_mpi.Posted(all..., request); };            \
    nonblocking form{request, program_call{TUTTI_WITH arguments, native, __builtin_return_address(0)}}; \
    return serve_##name(form, TUTTI_LIST arguments);                                                    \
  }                                                                                                     \
  int TUTTI_##Persistent(TUTTI_LIST parameters, MPI_Info info, MPI_Request* request) {                  \
    const auto native = [=](auto... all) {                                                              \
      return next_mpi.Persistent ? next_mpi.Persistent(all..., info, request) : no_persistent(comm);    \
    };                                                                                                  \
    persistent form{request, program_call{TUTTI_WITH arguments, native, __builtin_return_address(0)}};  \
    return serve_##name(form, TUTTI_LIST arguments);                                                    \
  }
// A function that calls its argument with copies of the MPI call's arguments.
#define TUTTI_WITH(...) [=](auto does) { return does(__VA_ARGS__); }

// The calls that query requests without completing them. Three of them exist since MPI 4.1.
#define TUTTI_STATUSES(each)                                                                         \
  each(Request_get_status) TUTTI_SINCE_4_1(each(Request_get_status_all) each(Request_get_status_any) \
                                               each(Request_get_status_some))
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
#define TUTTI_SINCE_4_1(...) __VA_ARGS__
#else
#define TUTTI_SINCE_4_1(...)
#endif
