#pragma once

// MPI's collective calls, from which all their forms are declared and defined: each(Name, name, (parameters), (arguments)).

#define TUTTI_LIST(...) __VA_ARGS__

#define TUTTI_SIGNATURE_Barrier(each) each(Barrier, barrier, (MPI_Comm comm), (comm))
#define TUTTI_SIGNATURE_Bcast(each)                                                         \
  each(Bcast, bcast, (void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm), \
       (buffer, count, type, root, comm))
#define TUTTI_SIGNATURE_Gather(each)                                                             \
  each(Gather, gather,                                                                           \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, int root, MPI_Comm comm),                                         \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Gatherv(each)                                                                    \
  each(Gatherv, gatherv,                                                                                 \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, \
        const int* displs, MPI_Datatype recvtype, int root, MPI_Comm comm),                              \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm))
#define TUTTI_SIGNATURE_Scatter(each)                                                            \
  each(Scatter, scatter,                                                                         \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, int root, MPI_Comm comm),                                         \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Scatterv(each)                                                                       \
  each(Scatterv, scatterv,                                                                                   \
       (const void* sendbuf, const int* sendcounts, const int* displs, MPI_Datatype sendtype, void* recvbuf, \
        int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm),                                      \
       (sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm))
#define TUTTI_SIGNATURE_Allgather(each)                                                          \
  each(Allgather, allgather,                                                                     \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Allgatherv(each)                                                                 \
  each(Allgatherv, allgatherv,                                                                           \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, \
        const int* displs, MPI_Datatype recvtype, MPI_Comm comm),                                        \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoall(each)                                                           \
  each(Alltoall, alltoall,                                                                       \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoallv(each)                                                                  \
  each(Alltoallv, alltoallv,                                                                             \
       (const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,           \
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm), \
       (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
#define TUTTI_SIGNATURE_Alltoallw(each)                                                                \
  each(Alltoallw, alltoallw,                                                                           \
       (const void* sendbuf, const int* sendcounts, const int* sdispls, const MPI_Datatype* sendtypes, \
        void* recvbuf, const int* recvcounts, const int* rdispls, const MPI_Datatype* recvtypes,       \
        MPI_Comm comm),                                                                                \
       (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))
#define TUTTI_SIGNATURE_Reduce(each)                                                           \
  each(Reduce, reduce,                                                                         \
       (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root, \
        MPI_Comm comm),                                                                        \
       (sendbuf, recvbuf, count, type, op, root, comm))
#define TUTTI_SIGNATURE_Allreduce(each)                                                              \
  each(Allreduce, allreduce,                                                                         \
       (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))
#define TUTTI_SIGNATURE_Reduce_scatter(each)                                                     \
  each(Reduce_scatter, reduce_scatter,                                                           \
       (const void* sendbuf, void* recvbuf, const int* recvcounts, MPI_Datatype type, MPI_Op op, \
        MPI_Comm comm),                                                                          \
       (sendbuf, recvbuf, recvcounts, type, op, comm))
#define TUTTI_SIGNATURE_Reduce_scatter_block(each)                                                       \
  each(Reduce_scatter_block, reduce_scatter_block,                                                       \
       (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, recvcount, type, op, comm))
#define TUTTI_SIGNATURE_Scan(each)                                                                   \
  each(Scan, scan,                                                                                   \
       (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))
#define TUTTI_SIGNATURE_Exscan(each)                                                                 \
  each(Exscan, exscan,                                                                               \
       (const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm), \
       (sendbuf, recvbuf, count, type, op, comm))

#define TUTTI_SIGNATURE_Neighbor_allgather(each)                                                 \
  each(Neighbor_allgather, neighbor_allgather,                                                   \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_allgatherv(each)                                                        \
  each(Neighbor_allgatherv, neighbor_allgatherv,                                                         \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, const int* recvcounts, \
        const int* displs, MPI_Datatype recvtype, MPI_Comm comm),                                        \
       (sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoall(each)                                                  \
  each(Neighbor_alltoall, neighbor_alltoall,                                                     \
       (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount, \
        MPI_Datatype recvtype, MPI_Comm comm),                                                   \
       (sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoallv(each)                                                         \
  each(Neighbor_alltoallv, neighbor_alltoallv,                                                           \
       (const void* sendbuf, const int* sendcounts, const int* sdispls, MPI_Datatype sendtype,           \
        void* recvbuf, const int* recvcounts, const int* rdispls, MPI_Datatype recvtype, MPI_Comm comm), \
       (sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm))
#define TUTTI_SIGNATURE_Neighbor_alltoallw(each)                                                            \
  each(Neighbor_alltoallw, neighbor_alltoallw,                                                              \
       (const void* sendbuf, const int* sendcounts, const MPI_Aint* sdispls, const MPI_Datatype* sendtypes, \
        void* recvbuf, const int* recvcounts, const MPI_Aint* rdispls, const MPI_Datatype* recvtypes,       \
        MPI_Comm comm),                                                                                     \
       (sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm))

// Those on the neighbourhoods of a process topology, which SimGrid has not.
#if defined(SMPI_H)
#define TUTTI_NEIGHBOUR_SIGNATURES(each)
#else
#define TUTTI_NEIGHBOUR_SIGNATURES(each)                                               \
  TUTTI_SIGNATURE_Neighbor_allgather(each) TUTTI_SIGNATURE_Neighbor_allgatherv(each)   \
      TUTTI_SIGNATURE_Neighbor_alltoall(each) TUTTI_SIGNATURE_Neighbor_alltoallv(each) \
          TUTTI_SIGNATURE_Neighbor_alltoallw(each)
#endif

#define TUTTI_SIGNATURES(each)                                                                             \
  TUTTI_SIGNATURE_Barrier(each) TUTTI_SIGNATURE_Bcast(each) TUTTI_SIGNATURE_Gather(each)                   \
      TUTTI_SIGNATURE_Gatherv(each) TUTTI_SIGNATURE_Scatter(each) TUTTI_SIGNATURE_Scatterv(each)           \
          TUTTI_SIGNATURE_Allgather(each) TUTTI_SIGNATURE_Allgatherv(each) TUTTI_SIGNATURE_Alltoall(each)  \
              TUTTI_SIGNATURE_Alltoallv(each) TUTTI_SIGNATURE_Alltoallw(each) TUTTI_SIGNATURE_Reduce(each) \
                  TUTTI_SIGNATURE_Allreduce(each) TUTTI_SIGNATURE_Reduce_scatter(each)                     \
                      TUTTI_SIGNATURE_Reduce_scatter_block(each) TUTTI_SIGNATURE_Scan(each)                \
                          TUTTI_SIGNATURE_Exscan(each) TUTTI_NEIGHBOUR_SIGNATURES(each)

// Defines TUTTI_Name, TUTTI_Iname and TUTTI_Name_init by what serves them all: serve_name(form, arguments).
#define TUTTI_ALL_FORMS(Name, name, parameters, arguments)                               \
  int TUTTI_##Name parameters {                                                          \
    const auto native = [&] { return next::Name arguments; };                            \
    const program_call call(native, TUTTI_SAYS(arguments), __builtin_return_address(0)); \
    blocking form(call);                                                                 \
    return serve_##name(form, TUTTI_LIST arguments);                                     \
  }                                                                                      \
  int TUTTI_I##name(TUTTI_LIST parameters, MPI_Request* request) {                       \
    const auto native = [&] { return next::I##name(TUTTI_LIST arguments, request); };    \
    const program_call call(native, TUTTI_SAYS(arguments), __builtin_return_address(0)); \
    nonblocking form(request, call);                                                     \
    return serve_##name(form, TUTTI_LIST arguments);                                     \
  }                                                                                      \
  int TUTTI_##Name##_init(TUTTI_LIST parameters, MPI_Info info, MPI_Request* request) {  \
    const auto native = [&] {                                                            \
      return next::Name##_init ? next::Name##_init(TUTTI_LIST arguments, info, request)  \
                               : next::no_persistent(comm);                              \
    };                                                                                   \
    const program_call call(native, TUTTI_SAYS(arguments), __builtin_return_address(0)); \
    persistent form(request, call);                                                      \
    return serve_##name(form, TUTTI_LIST arguments);                                     \
  }
// What it says, for its record, and what it states, for others to compare.
#define TUTTI_SAYS(arguments)         \
  [&] { return words_of arguments; }, \
      [&](communicator& s, call_name of) { return statement_for(s, of, TUTTI_LIST arguments); }
