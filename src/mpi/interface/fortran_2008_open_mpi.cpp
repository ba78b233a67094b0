// Written by scripts/signatures from src/mpi/library/signatures.txt.
// The functions by which the Fortran 2008 interface of Open MPI 6 runs collectives (fortran.hpp).

#include "mpi/interface/fortran.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;
using tutti::collective;

// clang-format off
extern "C" {

TUTTI_API void ompi_bcast_wrapper_f08(shaped* buffer, integer count, integer type, integer root, integer comm,
                                      MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Bcast, ierr, buffer, count, type, root, comm);
}

TUTTI_API void ompi_ibcast_wrapper_f08(shaped* buffer, integer count, integer type, integer root,
                                       integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Ibcast, ierr, buffer, count, type, root, comm, request);
}

TUTTI_API void ompi_bcast_init_wrapper_f08(shaped* buffer, integer count, integer type, integer root,
                                           integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Bcast_init, ierr, buffer, count, type, root, comm, info, request);
}

TUTTI_API void ompi_gather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                       integer recvcount, integer recvtype, integer root, integer comm,
                                       MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}

TUTTI_API void ompi_igather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcount, integer recvtype, integer root, integer comm,
                                        MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Igather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}

TUTTI_API void ompi_gather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                            shaped* recvbuf, integer recvcount, integer recvtype,
                                            integer root, integer comm, integer info, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, info, request);
}

TUTTI_API void ompi_gatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcounts, integer displs, integer recvtype, integer root,
                                        integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm);
}

TUTTI_API void ompi_igatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcounts, integer displs,
                                         integer recvtype, integer root, integer comm, MPI_Fint* request,
                                         MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Igatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
        root, comm, request);
}

TUTTI_API void ompi_gatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                             shaped* recvbuf, integer recvcounts, integer displs,
                                             integer recvtype, integer root, integer comm, integer info,
                                             MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, info, request);
}

TUTTI_API void ompi_scatter_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcount, integer recvtype, integer root, integer comm,
                                        MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatter, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}

TUTTI_API void ompi_iscatter_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcount, integer recvtype, integer root,
                                         integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Iscatter, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}

TUTTI_API void ompi_scatter_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                             shaped* recvbuf, integer recvcount, integer recvtype,
                                             integer root, integer comm, integer info, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatter_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request);
}

TUTTI_API void ompi_scatterv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                         integer sendtype, shaped* recvbuf, integer recvcount,
                                         integer recvtype, integer root, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatterv, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
        root, comm);
}

TUTTI_API void ompi_iscatterv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                          integer sendtype, shaped* recvbuf, integer recvcount,
                                          integer recvtype, integer root, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Iscatterv, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request);
}

TUTTI_API void ompi_scatterv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                              integer sendtype, shaped* recvbuf, integer recvcount,
                                              integer recvtype, integer root, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatterv_init, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request);
}

TUTTI_API void ompi_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                          shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

TUTTI_API void ompi_iallgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                           shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Iallgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
}

TUTTI_API void ompi_allgather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                               shaped* recvbuf, integer recvcount, integer recvtype,
                                               integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}

TUTTI_API void ompi_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                           shaped* recvbuf, integer recvcounts, integer displs,
                                           integer recvtype, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm);
}

TUTTI_API void ompi_iallgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                            shaped* recvbuf, integer recvcounts, integer displs,
                                            integer recvtype, integer comm, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Iallgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request);
}

TUTTI_API void ompi_allgatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                shaped* recvbuf, integer recvcounts, integer displs,
                                                integer recvtype, integer comm, integer info,
                                                MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                         MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

TUTTI_API void ompi_ialltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                          shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
}

TUTTI_API void ompi_alltoall_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                              shaped* recvbuf, integer recvcount, integer recvtype,
                                              integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoall_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}

TUTTI_API void ompi_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtype, shaped* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtype, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm);
}

TUTTI_API void ompi_ialltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                           integer sendtype, shaped* recvbuf, integer recvcounts,
                                           integer rdispls, integer recvtype, integer comm, MPI_Fint* request,
                                           MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request);
}

TUTTI_API void ompi_alltoallv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                               integer sendtype, shaped* recvbuf, integer recvcounts,
                                               integer rdispls, integer recvtype, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallv_init, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request);
}

TUTTI_API void ompi_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtypes, shaped* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtypes, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm);
}

TUTTI_API void ompi_ialltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                           integer sendtypes, shaped* recvbuf, integer recvcounts,
                                           integer rdispls, integer recvtypes, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, request);
}

TUTTI_API void ompi_alltoallw_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                               integer sendtypes, shaped* recvbuf, integer recvcounts,
                                               integer rdispls, integer recvtypes, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallw_init, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, info, request);
}

TUTTI_API void ompi_reduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                       integer op, integer root, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce, ierr, sendbuf, recvbuf, count, type, op, root, comm);
}

TUTTI_API void ompi_ireduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                        integer op, integer root, integer comm, MPI_Fint* request,
                                        MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce, ierr, sendbuf, recvbuf, count, type, op, root, comm, request);
}

TUTTI_API void ompi_reduce_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                            integer op, integer root, integer comm, integer info,
                                            MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_init, ierr, sendbuf, recvbuf, count, type, op, root, comm, info, request);
}

TUTTI_API void ompi_allreduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                          integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Allreduce, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iallreduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                           integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iallreduce, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_allreduce_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                               integer op, integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Allreduce_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_reduce_scatter_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                               integer type, integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter, ierr, sendbuf, recvbuf, recvcounts, type, op, comm);
}

TUTTI_API void ompi_ireduce_scatter_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                                integer type, integer op, integer comm, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, request);
}

TUTTI_API void ompi_reduce_scatter_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                                    integer type, integer op, integer comm, integer info,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_init, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, info,
        request);
}

TUTTI_API void ompi_reduce_scatter_block_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                     integer type, integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block, ierr, sendbuf, recvbuf, recvcount, type, op, comm);
}

TUTTI_API void ompi_ireduce_scatter_block_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                      integer type, integer op, integer comm,
                                                      MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter_block, ierr, sendbuf, recvbuf, recvcount, type, op, comm, request);
}

TUTTI_API void ompi_reduce_scatter_block_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                          integer type, integer op, integer comm,
                                                          integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block_init, ierr, sendbuf, recvbuf, recvcount, type, op, comm, info,
        request);
}

TUTTI_API void ompi_scan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                     integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Scan, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                      integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iscan, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_scan_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                          integer op, integer comm, integer info, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Scan_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_exscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                       integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Exscan, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iexscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                        integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iexscan, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_exscan_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                            integer op, integer comm, integer info, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Exscan_init, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_neighbor_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                   shaped* recvbuf, integer recvcount, integer recvtype,
                                                   integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}

TUTTI_API void ompi_ineighbor_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                    shaped* recvbuf, integer recvcount, integer recvtype,
                                                    integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgather, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_allgather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                        shaped* recvbuf, integer recvcount, integer recvtype,
                                                        integer comm, integer info, MPI_Fint* request,
                                                        MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                    shaped* recvbuf, integer recvcounts, integer displs,
                                                    integer recvtype, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm);
}

TUTTI_API void ompi_ineighbor_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                     shaped* recvbuf, integer recvcounts, integer displs,
                                                     integer recvtype, integer comm, MPI_Fint* request,
                                                     MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgatherv, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_allgatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                         shaped* recvbuf, integer recvcounts, integer displs,
                                                         integer recvtype, integer comm, integer info,
                                                         MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                  shaped* recvbuf, integer recvcount, integer recvtype,
                                                  integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm);
}

TUTTI_API void ompi_ineighbor_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                   shaped* recvbuf, integer recvcount, integer recvtype,
                                                   integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoall, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_alltoall_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                       shaped* recvbuf, integer recvcount, integer recvtype,
                                                       integer comm, integer info, MPI_Fint* request,
                                                       MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall_init, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                   integer sendtype, shaped* recvbuf, integer recvcounts,
                                                   integer rdispls, integer recvtype, integer comm,
                                                   MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm);
}

TUTTI_API void ompi_ineighbor_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                    integer sendtype, shaped* recvbuf, integer recvcounts,
                                                    integer rdispls, integer recvtype, integer comm,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallv, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_alltoallv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                        integer sendtype, shaped* recvbuf, integer recvcounts,
                                                        integer rdispls, integer recvtype, integer comm,
                                                        integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv_init, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                   const MPI_Aint* sdispls, integer sendtypes,
                                                   shaped* recvbuf, integer recvcounts,
                                                   const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                   MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm);
}

TUTTI_API void ompi_ineighbor_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                    const MPI_Aint* sdispls, integer sendtypes,
                                                    shaped* recvbuf, integer recvcounts,
                                                    const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallw, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, request);
}

TUTTI_API void ompi_neighbor_alltoallw_init_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                        const MPI_Aint* sdispls, integer sendtypes,
                                                        shaped* recvbuf, integer recvcounts,
                                                        const MPI_Aint* rdispls, integer recvtypes,
                                                        integer comm, integer info, MPI_Fint* request,
                                                        MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw_init, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, info, request);
}
#if MPI_VERSION >= 4

TUTTI_API void ompi_bcast_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type, integer root,
                                        integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Bcast_c, ierr, buffer, count, type, root, comm);
}

TUTTI_API void ompi_ibcast_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type, integer root,
                                         integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Ibcast_c, ierr, buffer, count, type, root, comm, request);
}

TUTTI_API void ompi_bcast_init_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type,
                                             integer root, integer comm, integer info, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::bcast, TUTTI_SITE, root, comm, buffer, buffer);
  if (call.refused(ierr, count, type)) return;
  serve(TUTTI_SITE, TUTTI_Bcast_init_c, ierr, buffer, count, type, root, comm, info, request);
}

TUTTI_API void ompi_gather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                         shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                         integer root, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}

TUTTI_API void ompi_igather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                          integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Igather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}

TUTTI_API void ompi_gather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                              shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                              integer root, integer comm, integer info, MPI_Fint* request,
                                              MPI_Fint* ierr) {
  shaped_call call(collective::gather, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gather_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request);
}

TUTTI_API void ompi_gatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                          const MPI_Aint* displs, integer recvtype, integer root,
                                          integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm);
}

TUTTI_API void ompi_igatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcounts,
                                           const MPI_Aint* displs, integer recvtype, integer root,
                                           integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Igatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, request);
}

TUTTI_API void ompi_gatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                               shaped* recvbuf, const MPI_Count* recvcounts,
                                               const MPI_Aint* displs, integer recvtype, integer root,
                                               integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  shaped_call call(collective::gatherv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Gatherv_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, root, comm, info, request);
}

TUTTI_API void ompi_scatter_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                          integer root, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatter_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm);
}

TUTTI_API void ompi_iscatter_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                           integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Iscatter_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
        comm, request);
}

TUTTI_API void ompi_scatter_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                               shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                               integer root, integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  shaped_call call(collective::scatter, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatter_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        root, comm, info, request);
}

TUTTI_API void ompi_scatterv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                           const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                           const MPI_Count* recvcount, integer recvtype, integer root,
                                           integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatterv_c, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm);
}

TUTTI_API void ompi_iscatterv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                            const MPI_Count* recvcount, integer recvtype, integer root,
                                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Iscatterv_c, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, request);
}

TUTTI_API void ompi_scatterv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                                const MPI_Count* recvcount, integer recvtype, integer root,
                                                integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  shaped_call call(collective::scatterv, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr, recvcount, recvtype)) return;
  serve(TUTTI_SITE, TUTTI_Scatterv_init_c, ierr, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
        recvtype, root, comm, info, request);
}

TUTTI_API void ompi_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                            shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                            integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm);
}

TUTTI_API void ompi_iallgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                             shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                             integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Iallgather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, request);
}

TUTTI_API void ompi_allgather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                 integer sendtype, shaped* recvbuf,
                                                 const MPI_Count* recvcount, integer recvtype, integer comm,
                                                 integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgather_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}

TUTTI_API void ompi_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                             shaped* recvbuf, const MPI_Count* recvcounts,
                                             const MPI_Aint* displs, integer recvtype, integer comm,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm);
}

TUTTI_API void ompi_iallgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                              shaped* recvbuf, const MPI_Count* recvcounts,
                                              const MPI_Aint* displs, integer recvtype, integer comm,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Iallgatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, request);
}

TUTTI_API void ompi_allgatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                  integer sendtype, shaped* recvbuf,
                                                  const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                  integer recvtype, integer comm, integer info,
                                                  MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Allgatherv_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                           integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoall_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}

TUTTI_API void ompi_ialltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                            shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoall_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
        request);
}

TUTTI_API void ompi_alltoall_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                                shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                                integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  shaped_call call(collective::alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoall_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
        comm, info, request);
}

TUTTI_API void ompi_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                            const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                            integer recvtype, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallv_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm);
}

TUTTI_API void ompi_ialltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                             const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                             const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                             integer recvtype, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoallv_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, request);
}

TUTTI_API void ompi_alltoallv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                 const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                                 integer recvtype, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallv_init_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
        rdispls, recvtype, comm, info, request);
}

TUTTI_API void ompi_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                            const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                            integer recvtypes, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallw_c, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm);
}

TUTTI_API void ompi_ialltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                             const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                             const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                             integer recvtypes, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ialltoallw_c, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, request);
}

TUTTI_API void ompi_alltoallw_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                 const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                                 integer recvtypes, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Alltoallw_init_c, ierr, sendbuf, sendcounts, sdispls,
        types(TUTTI_SITE, sendtypes, sendbuf, comm), recvbuf, recvcounts, rdispls,
        types(TUTTI_SITE, recvtypes, recvbuf, comm), comm, info, request);
}

TUTTI_API void ompi_reduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                         integer type, integer op, integer root, integer comm,
                                         MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_c, ierr, sendbuf, recvbuf, count, type, op, root, comm);
}

TUTTI_API void ompi_ireduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                          integer type, integer op, integer root, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce_c, ierr, sendbuf, recvbuf, count, type, op, root, comm, request);
}

TUTTI_API void ompi_reduce_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                              integer type, integer op, integer root, integer comm,
                                              integer info, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce, TUTTI_SITE, root, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_init_c, ierr, sendbuf, recvbuf, count, type, op, root, comm, info, request);
}

TUTTI_API void ompi_allreduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                            integer type, integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Allreduce_c, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iallreduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                             integer type, integer op, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iallreduce_c, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_allreduce_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                                 integer type, integer op, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::allreduce, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Allreduce_init_c, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_reduce_scatter_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, integer type, integer op,
                                                 integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_c, ierr, sendbuf, recvbuf, recvcounts, type, op, comm);
}

TUTTI_API void ompi_ireduce_scatter_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                  const MPI_Count* recvcounts, integer type, integer op,
                                                  integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter_c, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, request);
}

TUTTI_API void ompi_reduce_scatter_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                      const MPI_Count* recvcounts, integer type, integer op,
                                                      integer comm, integer info, MPI_Fint* request,
                                                      MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_init_c, ierr, sendbuf, recvbuf, recvcounts, type, op, comm, info,
        request);
}

TUTTI_API void ompi_reduce_scatter_block_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                       const MPI_Count* recvcount, integer type, integer op,
                                                       integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block_c, ierr, sendbuf, recvbuf, recvcount, type, op, comm);
}

TUTTI_API void ompi_ireduce_scatter_block_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                        const MPI_Count* recvcount, integer type, integer op,
                                                        integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ireduce_scatter_block_c, ierr, sendbuf, recvbuf, recvcount, type, op, comm,
        request);
}

TUTTI_API void ompi_reduce_scatter_block_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                            const MPI_Count* recvcount, integer type,
                                                            integer op, integer comm, integer info,
                                                            MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::reduce_scatter_block, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Reduce_scatter_block_init_c, ierr, sendbuf, recvbuf, recvcount, type, op, comm,
        info, request);
}

TUTTI_API void ompi_scan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count, integer type,
                                       integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Scan_c, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                        integer type, integer op, integer comm, MPI_Fint* request,
                                        MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iscan_c, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_scan_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                            integer type, integer op, integer comm, integer info,
                                            MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::scan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Scan_init_c, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_exscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                         integer type, integer op, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Exscan_c, ierr, sendbuf, recvbuf, count, type, op, comm);
}

TUTTI_API void ompi_iexscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                          integer type, integer op, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Iexscan_c, ierr, sendbuf, recvbuf, count, type, op, comm, request);
}

TUTTI_API void ompi_exscan_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                              integer type, integer op, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::exscan, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Exscan_init_c, ierr, sendbuf, recvbuf, count, type, op, comm, info, request);
}

TUTTI_API void ompi_neighbor_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                     integer sendtype, shaped* recvbuf,
                                                     const MPI_Count* recvcount, integer recvtype,
                                                     integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}

TUTTI_API void ompi_ineighbor_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                      integer sendtype, shaped* recvbuf,
                                                      const MPI_Count* recvcount, integer recvtype,
                                                      integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgather_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_allgather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                          integer sendtype, shaped* recvbuf,
                                                          const MPI_Count* recvcount, integer recvtype,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgather, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgather_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                      integer sendtype, shaped* recvbuf,
                                                      const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                      integer recvtype, integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm);
}

TUTTI_API void ompi_ineighbor_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                       integer sendtype, shaped* recvbuf,
                                                       const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                       integer recvtype, integer comm, MPI_Fint* request,
                                                       MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_allgatherv_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_allgatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                           integer sendtype, shaped* recvbuf,
                                                           const MPI_Count* recvcounts,
                                                           const MPI_Aint* displs, integer recvtype,
                                                           integer comm, integer info, MPI_Fint* request,
                                                           MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_allgatherv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr, sendcount, sendtype)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_allgatherv_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
        displs, recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                    integer sendtype, shaped* recvbuf,
                                                    const MPI_Count* recvcount, integer recvtype,
                                                    integer comm, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm);
}

TUTTI_API void ompi_ineighbor_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                     integer sendtype, shaped* recvbuf,
                                                     const MPI_Count* recvcount, integer recvtype,
                                                     integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoall_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_alltoall_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                         integer sendtype, shaped* recvbuf,
                                                         const MPI_Count* recvcount, integer recvtype,
                                                         integer comm, integer info, MPI_Fint* request,
                                                         MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoall, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoall_init_c, ierr, sendbuf, sendcount, sendtype, recvbuf, recvcount,
        recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                     const MPI_Aint* sdispls, integer sendtype,
                                                     shaped* recvbuf, const MPI_Count* recvcounts,
                                                     const MPI_Aint* rdispls, integer recvtype, integer comm,
                                                     MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm);
}

TUTTI_API void ompi_ineighbor_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                      const MPI_Aint* sdispls, integer sendtype,
                                                      shaped* recvbuf, const MPI_Count* recvcounts,
                                                      const MPI_Aint* rdispls, integer recvtype, integer comm,
                                                      MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallv_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, request);
}

TUTTI_API void ompi_neighbor_alltoallv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                          const MPI_Aint* sdispls, integer sendtype,
                                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                                          const MPI_Aint* rdispls, integer recvtype,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallv, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallv_init_c, ierr, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
        recvcounts, rdispls, recvtype, comm, info, request);
}

TUTTI_API void ompi_neighbor_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                     const MPI_Aint* sdispls, integer sendtypes,
                                                     shaped* recvbuf, const MPI_Count* recvcounts,
                                                     const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                     MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw_c, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm);
}

TUTTI_API void ompi_ineighbor_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                      const MPI_Aint* sdispls, integer sendtypes,
                                                      shaped* recvbuf, const MPI_Count* recvcounts,
                                                      const MPI_Aint* rdispls, integer recvtypes,
                                                      integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Ineighbor_alltoallw_c, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, request);
}

TUTTI_API void ompi_neighbor_alltoallw_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                          const MPI_Aint* sdispls, integer sendtypes,
                                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                                          const MPI_Aint* rdispls, integer recvtypes,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  shaped_call call(collective::neighbor_alltoallw, TUTTI_SITE, nullptr, comm, sendbuf, recvbuf);
  if (call.refused(ierr)) return;
  serve(TUTTI_SITE, TUTTI_Neighbor_alltoallw_init_c, ierr, sendbuf, sendcounts, sdispls,
        types(sendtypes, neighbours_of(comm).to), recvbuf, recvcounts, rdispls,
        types(recvtypes, neighbours_of(comm).from), comm, info, request);
}
#endif

}  // extern "C"
