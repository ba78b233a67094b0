// Written by scripts/signatures from src/mpi/library/signatures.txt.
// The Fortran symbols of Open MPI's collectives (fortran.hpp), in all compilers' spellings.

#include "mpi/interface/fortran.hpp"

#include "mpi/library/alias.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
#define TUTTI_SPELLINGS(name, NAME) \
  TUTTI_ALIAS(mpi_##name##_, ompi_##name##_f) \
  TUTTI_ALIAS(mpi_##name##__, ompi_##name##_f) \
  TUTTI_ALIAS(MPI_##NAME, ompi_##name##_f)
// Before Open MPI 5, the persistent forms have other names, too.
#define TUTTI_SPELLINGS_OF_INIT(name, NAME) \
  TUTTI_SPELLINGS(name, NAME) \
  TUTTI_ALIAS(ompix_##name##_f, ompi_##name##_f) \
  TUTTI_ALIAS(mpix_##name##_, ompi_##name##_f) \
  TUTTI_ALIAS(mpix_##name##__, ompi_##name##_f)

extern "C" {

TUTTI_API void ompi_barrier_f(integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Barrier, ierr, comm);
}
TUTTI_SPELLINGS(barrier, BARRIER)
TUTTI_API void ompi_ibarrier_f(integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ibarrier, ierr, comm, request);
}
TUTTI_SPELLINGS(ibarrier, IBARRIER)
TUTTI_API void ompi_barrier_init_f(integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Barrier_init, ierr, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(barrier_init, BARRIER_INIT)

TUTTI_API void ompi_bcast_f(void* buffer, integer count, integer type, integer root, integer comm,
                            MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Bcast, ierr, buffer, count, type, root, comm);
}
TUTTI_SPELLINGS(bcast, BCAST)
TUTTI_API void ompi_ibcast_f(void* buffer, integer count, integer type, integer root, integer comm,
                             MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ibcast, ierr, buffer, count, type, root, comm, request);
}
TUTTI_SPELLINGS(ibcast, IBCAST)
TUTTI_API void ompi_bcast_init_f(void* buffer, integer count, integer type, integer root, integer comm,
                                 integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Bcast_init, ierr, buffer, count, type, root, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(bcast_init, BCAST_INIT)

TUTTI_API void ompi_gather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                             integer recvcount, integer recvtype, integer root, integer comm,
                             MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Gather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}
TUTTI_SPELLINGS(gather, GATHER)
TUTTI_API void ompi_igather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcount, integer recvtype, integer root, integer comm,
                              MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Igather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}
TUTTI_SPELLINGS(igather, IGATHER)
TUTTI_API void ompi_gather_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                  integer recvcount, integer recvtype, integer root, integer comm,
                                  integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Gather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(gather_init, GATHER_INIT)

TUTTI_API void ompi_gatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcounts, integer displs, integer recvtype, integer root,
                              integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Gatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm);
}
TUTTI_SPELLINGS(gatherv, GATHERV)
TUTTI_API void ompi_igatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcounts, integer displs, integer recvtype, integer root,
                               integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Igatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, request);
}
TUTTI_SPELLINGS(igatherv, IGATHERV)
TUTTI_API void ompi_gatherv_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                   integer recvcounts, integer displs, integer recvtype, integer root,
                                   integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Gatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(gatherv_init, GATHERV_INIT)

TUTTI_API void ompi_scatter_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcount, integer recvtype, integer root, integer comm,
                              MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scatter, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}
TUTTI_SPELLINGS(scatter, SCATTER)
TUTTI_API void ompi_iscatter_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcount, integer recvtype, integer root, integer comm,
                               MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iscatter, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}
TUTTI_SPELLINGS(iscatter, ISCATTER)
TUTTI_API void ompi_scatter_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                   integer recvcount, integer recvtype, integer root, integer comm,
                                   integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scatter_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(scatter_init, SCATTER_INIT)

TUTTI_API void ompi_scatterv_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                               void* recvbuf, integer recvcount, integer recvtype, integer root, integer comm,
                               MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scatterv, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm);
}
TUTTI_SPELLINGS(scatterv, SCATTERV)
TUTTI_API void ompi_iscatterv_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                                void* recvbuf, integer recvcount, integer recvtype, integer root,
                                integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iscatterv, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request);
}
TUTTI_SPELLINGS(iscatterv, ISCATTERV)
TUTTI_API void ompi_scatterv_init_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                                    void* recvbuf, integer recvcount, integer recvtype, integer root,
                                    integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scatterv_init, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(scatterv_init, SCATTERV_INIT)

TUTTI_API void ompi_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
TUTTI_SPELLINGS(allgather, ALLGATHER)
TUTTI_API void ompi_iallgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                 integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                 MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iallgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
}
TUTTI_SPELLINGS(iallgather, IALLGATHER)
TUTTI_API void ompi_allgather_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                     integer recvcount, integer recvtype, integer comm, integer info,
                                     MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allgather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(allgather_init, ALLGATHER_INIT)

TUTTI_API void ompi_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                 integer recvcounts, integer displs, integer recvtype, integer comm,
                                 MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm);
}
TUTTI_SPELLINGS(allgatherv, ALLGATHERV)
TUTTI_API void ompi_iallgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                  integer recvcounts, integer displs, integer recvtype, integer comm,
                                  MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iallgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request);
}
TUTTI_SPELLINGS(iallgatherv, IALLGATHERV)
TUTTI_API void ompi_allgatherv_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                      integer recvcounts, integer displs, integer recvtype, integer comm,
                                      integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allgatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(allgatherv_init, ALLGATHERV_INIT)

TUTTI_API void ompi_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
TUTTI_SPELLINGS(alltoall, ALLTOALL)
TUTTI_API void ompi_ialltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ialltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
}
TUTTI_SPELLINGS(ialltoall, IALLTOALL)
TUTTI_API void ompi_alltoall_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                    integer recvcount, integer recvtype, integer comm, integer info,
                                    MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoall_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(alltoall_init, ALLTOALL_INIT)

TUTTI_API void ompi_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm);
}
TUTTI_SPELLINGS(alltoallv, ALLTOALLV)
TUTTI_API void ompi_ialltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                 void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ialltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request);
}
TUTTI_SPELLINGS(ialltoallv, IALLTOALLV)
TUTTI_API void ompi_alltoallv_init_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                     void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoallv_init, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(alltoallv_init, ALLTOALLV_INIT)

TUTTI_API void ompi_alltoallw_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm);
}
TUTTI_SPELLINGS(alltoallw, ALLTOALLW)
TUTTI_API void ompi_ialltoallw_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                 void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ialltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, request);
}
TUTTI_SPELLINGS(ialltoallw, IALLTOALLW)
TUTTI_API void ompi_alltoallw_init_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                     void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Alltoallw_init, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(alltoallw_init, ALLTOALLW_INIT)

TUTTI_API void ompi_reduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                             integer root, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce, ierr, sendbuf, recvbuf, count, type, op, root, comm);
}
TUTTI_SPELLINGS(reduce, REDUCE)
TUTTI_API void ompi_ireduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                              integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ireduce, ierr, sendbuf, recvbuf, count, type, op, root, comm, request);
}
TUTTI_SPELLINGS(ireduce, IREDUCE)
TUTTI_API void ompi_reduce_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                  integer root, integer comm, integer info, MPI_Fint* request,
                                  MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce_init, ierr, sendbuf, recvbuf, count, type, op, root, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(reduce_init, REDUCE_INIT)

TUTTI_API void ompi_allreduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allreduce, ierr, sendbuf, recvbuf, count, type, op, comm);
}
TUTTI_SPELLINGS(allreduce, ALLREDUCE)
TUTTI_API void ompi_iallreduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iallreduce, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}
TUTTI_SPELLINGS(iallreduce, IALLREDUCE)
TUTTI_API void ompi_allreduce_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Allreduce_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(allreduce_init, ALLREDUCE_INIT)

TUTTI_API void ompi_reduce_scatter_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                     integer op, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce_scatter, ierr, sendbuf, recvbuf, recvcounts, type, op, comm);
}
TUTTI_SPELLINGS(reduce_scatter, REDUCE_SCATTER)
TUTTI_API void ompi_ireduce_scatter_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                      integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, request);
}
TUTTI_SPELLINGS(ireduce_scatter, IREDUCE_SCATTER)
TUTTI_API void ompi_reduce_scatter_init_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                          integer op, integer comm, integer info, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_init, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, info,
        request);
}
TUTTI_SPELLINGS_OF_INIT(reduce_scatter_init, REDUCE_SCATTER_INIT)

TUTTI_API void ompi_reduce_scatter_block_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                           integer op, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block, ierr, sendbuf, recvbuf, recvcount, type, op, comm);
}
TUTTI_SPELLINGS(reduce_scatter_block, REDUCE_SCATTER_BLOCK)
TUTTI_API void ompi_ireduce_scatter_block_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                            integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter_block, ierr, sendbuf, recvbuf, recvcount, type, op, comm, request);
}
TUTTI_SPELLINGS(ireduce_scatter_block, IREDUCE_SCATTER_BLOCK)
TUTTI_API void ompi_reduce_scatter_block_init_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                                integer op, integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block_init, ierr, sendbuf, recvbuf, recvcount, type, op, comm, info,
        request);
}
TUTTI_SPELLINGS_OF_INIT(reduce_scatter_block_init, REDUCE_SCATTER_BLOCK_INIT)

TUTTI_API void ompi_scan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                           integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scan, ierr, sendbuf, recvbuf, count, type, op, comm);
}
TUTTI_SPELLINGS(scan, SCAN)
TUTTI_API void ompi_iscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iscan, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}
TUTTI_SPELLINGS(iscan, ISCAN)
TUTTI_API void ompi_scan_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Scan_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(scan_init, SCAN_INIT)

TUTTI_API void ompi_exscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                             integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Exscan, ierr, sendbuf, recvbuf, count, type, op, comm);
}
TUTTI_SPELLINGS(exscan, EXSCAN)
TUTTI_API void ompi_iexscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                              integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Iexscan, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}
TUTTI_SPELLINGS(iexscan, IEXSCAN)
TUTTI_API void ompi_exscan_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                  integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Exscan_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(exscan_init, EXSCAN_INIT)

TUTTI_API void ompi_neighbor_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                         integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}
TUTTI_SPELLINGS(neighbor_allgather, NEIGHBOR_ALLGATHER)
TUTTI_API void ompi_ineighbor_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                          integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}
TUTTI_SPELLINGS(ineighbor_allgather, INEIGHBOR_ALLGATHER)
TUTTI_API void ompi_neighbor_allgather_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                              void* recvbuf, integer recvcount, integer recvtype,
                                              integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(neighbor_allgather_init, NEIGHBOR_ALLGATHER_INIT)

TUTTI_API void ompi_neighbor_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                          integer recvcounts, integer displs, integer recvtype, integer comm,
                                          MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm);
}
TUTTI_SPELLINGS(neighbor_allgatherv, NEIGHBOR_ALLGATHERV)
TUTTI_API void ompi_ineighbor_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                           integer recvcounts, integer displs, integer recvtype, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, request);
}
TUTTI_SPELLINGS(ineighbor_allgatherv, INEIGHBOR_ALLGATHERV)
TUTTI_API void ompi_neighbor_allgatherv_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                               void* recvbuf, integer recvcounts, integer displs,
                                               integer recvtype, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(neighbor_allgatherv_init, NEIGHBOR_ALLGATHERV_INIT)

TUTTI_API void ompi_neighbor_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                        integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm);
}
TUTTI_SPELLINGS(neighbor_alltoall, NEIGHBOR_ALLTOALL)
TUTTI_API void ompi_ineighbor_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                         integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                         MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}
TUTTI_SPELLINGS(ineighbor_alltoall, INEIGHBOR_ALLTOALL)
TUTTI_API void ompi_neighbor_alltoall_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                             void* recvbuf, integer recvcount, integer recvtype, integer comm,
                                             integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(neighbor_alltoall_init, NEIGHBOR_ALLTOALL_INIT)

TUTTI_API void ompi_neighbor_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                         void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                         integer comm, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm);
}
TUTTI_SPELLINGS(neighbor_alltoallv, NEIGHBOR_ALLTOALLV)
TUTTI_API void ompi_ineighbor_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtype, void* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtype, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request);
}
TUTTI_SPELLINGS(ineighbor_alltoallv, INEIGHBOR_ALLTOALLV)
TUTTI_API void ompi_neighbor_alltoallv_init_f(void* sendbuf, integer sendcounts, integer sdispls,
                                              integer sendtype, void* recvbuf, integer recvcounts,
                                              integer rdispls, integer recvtype, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv_init, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(neighbor_alltoallv_init, NEIGHBOR_ALLTOALLV_INIT)

TUTTI_API void ompi_neighbor_alltoallw_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                         integer sendtypes, void* recvbuf, integer recvcounts,
                                         const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                         MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm);
}
TUTTI_SPELLINGS(neighbor_alltoallw, NEIGHBOR_ALLTOALLW)
TUTTI_API void ompi_ineighbor_alltoallw_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                          integer sendtypes, void* recvbuf, integer recvcounts,
                                          const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, request);
}
TUTTI_SPELLINGS(ineighbor_alltoallw, INEIGHBOR_ALLTOALLW)
TUTTI_API void ompi_neighbor_alltoallw_init_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                              integer sendtypes, void* recvbuf, integer recvcounts,
                                              const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                              integer info, MPI_Fint* request, MPI_Fint* ierr) {
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw_init, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, info, request);
}
TUTTI_SPELLINGS_OF_INIT(neighbor_alltoallw_init, NEIGHBOR_ALLTOALLW_INIT)

}  // extern "C"
