// Written by scripts/signatures from src/mpi/library/signatures.txt.
// The functions by which the Fortran 2008 interface of Open MPI 6 runs collectives (fortran.hpp).

#include "mpi/interface/fortran.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
extern "C" {

TUTTI_API void ompi_bcast_wrapper_f08(shaped* buffer, integer count, integer type, integer root, integer comm,
                                      MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_bcast_wrapper_f08, "ompi_bcast_wrapper_f08")(buffer, count, type, root,
                                                                                 comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Bcast(address(buffer->data), *count, type_of(type), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ibcast_wrapper_f08(shaped* buffer, integer count, integer type, integer root,
                                       integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_ibcast_wrapper_f08, "ompi_ibcast_wrapper_f08")(buffer, count, type, root,
                                                                                   comm, request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ibcast(address(buffer->data), *count, type_of(type), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_bcast_init_wrapper_f08(shaped* buffer, integer count, integer type, integer root,
                                           integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_bcast_init_wrapper_f08, "ompi_bcast_init_wrapper_f08")(buffer, count,
                                                                                           type, root, comm,
                                                                                           info, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Bcast_init(address(buffer->data), *count, type_of(type), *root, comm_of(comm),
                                    PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                       integer recvcount, integer recvtype, integer root, integer comm,
                                       MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gather_wrapper_f08, "ompi_gather_wrapper_f08")(sendbuf, sendcount,
                                                                                   sendtype, recvbuf,
                                                                                   recvcount, recvtype, root,
                                                                                   comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gather(address(sendbuf->data), *sendcount, type_of(sendtype), address(recvbuf->data),
                                *recvcount, type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_igather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcount, integer recvtype, integer root, integer comm,
                                        MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_igather_wrapper_f08, "ompi_igather_wrapper_f08")(sendbuf, sendcount,
                                                                                     sendtype, recvbuf,
                                                                                     recvcount, recvtype,
                                                                                     root, comm, request,
                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igather(address(sendbuf->data), *sendcount, type_of(sendtype),
                                 address(recvbuf->data), *recvcount, type_of(recvtype), *root, comm_of(comm),
                                 &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                            shaped* recvbuf, integer recvcount, integer recvtype,
                                            integer root, integer comm, integer info, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gather_init_wrapper_f08, "ompi_gather_init_wrapper_f08")(sendbuf,
                                                                                             sendcount,
                                                                                             sendtype,
                                                                                             recvbuf,
                                                                                             recvcount,
                                                                                             recvtype, root,
                                                                                             comm, info,
                                                                                             request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gather_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                     address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                     comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcounts, integer displs, integer recvtype, integer root,
                                        integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gatherv_wrapper_f08, "ompi_gatherv_wrapper_f08")(sendbuf, sendcount,
                                                                                     sendtype, recvbuf,
                                                                                     recvcounts, displs,
                                                                                     recvtype, root, comm,
                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                 address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                 comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_igatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcounts, integer displs,
                                         integer recvtype, integer root, integer comm, MPI_Fint* request,
                                         MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_igatherv_wrapper_f08, "ompi_igatherv_wrapper_f08")(sendbuf, sendcount,
                                                                                       sendtype, recvbuf,
                                                                                       recvcounts, displs,
                                                                                       recvtype, root, comm,
                                                                                       request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                  address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                  comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                             shaped* recvbuf, integer recvcounts, integer displs,
                                             integer recvtype, integer root, integer comm, integer info,
                                             MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gatherv_init_wrapper_f08, "ompi_gatherv_init_wrapper_f08")(sendbuf,
                                                                                               sendcount,
                                                                                               sendtype,
                                                                                               recvbuf,
                                                                                               recvcounts,
                                                                                               displs,
                                                                                               recvtype, root,
                                                                                               comm, info,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gatherv_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                      address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                      comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatter_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype, shaped* recvbuf,
                                        integer recvcount, integer recvtype, integer root, integer comm,
                                        MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatter_wrapper_f08, "ompi_scatter_wrapper_f08")(sendbuf, sendcount,
                                                                                     sendtype, recvbuf,
                                                                                     recvcount, recvtype,
                                                                                     root, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatter(address(sendbuf->data), *sendcount, type_of(sendtype),
                                 address(recvbuf->data), *recvcount, type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscatter_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcount, integer recvtype, integer root,
                                         integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscatter_wrapper_f08, "ompi_iscatter_wrapper_f08")(sendbuf, sendcount,
                                                                                       sendtype, recvbuf,
                                                                                       recvcount, recvtype,
                                                                                       root, comm, request,
                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatter(address(sendbuf->data), *sendcount, type_of(sendtype),
                                  address(recvbuf->data), *recvcount, type_of(recvtype), *root, comm_of(comm),
                                  &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatter_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                             shaped* recvbuf, integer recvcount, integer recvtype,
                                             integer root, integer comm, integer info, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatter_init_wrapper_f08, "ompi_scatter_init_wrapper_f08")(sendbuf,
                                                                                               sendcount,
                                                                                               sendtype,
                                                                                               recvbuf,
                                                                                               recvcount,
                                                                                               recvtype, root,
                                                                                               comm, info,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatter_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                      address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                      comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatterv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                         integer sendtype, shaped* recvbuf, integer recvcount,
                                         integer recvtype, integer root, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatterv_wrapper_f08, "ompi_scatterv_wrapper_f08")(sendbuf, sendcounts,
                                                                                       displs, sendtype,
                                                                                       recvbuf, recvcount,
                                                                                       recvtype, root, comm,
                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatterv(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                  address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                  comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscatterv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                          integer sendtype, shaped* recvbuf, integer recvcount,
                                          integer recvtype, integer root, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscatterv_wrapper_f08, "ompi_iscatterv_wrapper_f08")(sendbuf, sendcounts,
                                                                                         displs, sendtype,
                                                                                         recvbuf, recvcount,
                                                                                         recvtype, root, comm,
                                                                                         request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatterv(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                   address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                   comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatterv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer displs,
                                              integer sendtype, shaped* recvbuf, integer recvcount,
                                              integer recvtype, integer root, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatterv_init_wrapper_f08, "ompi_scatterv_init_wrapper_f08")(sendbuf,
                                                                                                 sendcounts,
                                                                                                 displs,
                                                                                                 sendtype,
                                                                                                 recvbuf,
                                                                                                 recvcount,
                                                                                                 recvtype,
                                                                                                 root, comm,
                                                                                                 info,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatterv_init(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                       address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                       comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                          shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgather_wrapper_f08, "ompi_allgather_wrapper_f08")(sendbuf, sendcount,
                                                                                         sendtype, recvbuf,
                                                                                         recvcount, recvtype,
                                                                                         comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgather(address(sendbuf->data), *sendcount, type_of(sendtype),
                                   address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                           shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallgather_wrapper_f08, "ompi_iallgather_wrapper_f08")(sendbuf, sendcount,
                                                                                           sendtype, recvbuf,
                                                                                           recvcount,
                                                                                           recvtype, comm,
                                                                                           request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgather(address(sendbuf->data), *sendcount, type_of(sendtype),
                                    address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                               shaped* recvbuf, integer recvcount, integer recvtype,
                                               integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgather_init_wrapper_f08, "ompi_allgather_init_wrapper_f08")(sendbuf,
                                                                                                   sendcount,
                                                                                                   sendtype,
                                                                                                   recvbuf,
                                                                                                   recvcount,
                                                                                                   recvtype,
                                                                                                   comm, info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgather_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                        address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm),
                                        PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                           shaped* recvbuf, integer recvcounts, integer displs,
                                           integer recvtype, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgatherv_wrapper_f08, "ompi_allgatherv_wrapper_f08")(sendbuf, sendcount,
                                                                                           sendtype, recvbuf,
                                                                                           recvcounts, displs,
                                                                                           recvtype, comm,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                    address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                    comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                            shaped* recvbuf, integer recvcounts, integer displs,
                                            integer recvtype, integer comm, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallgatherv_wrapper_f08, "ompi_iallgatherv_wrapper_f08")(sendbuf,
                                                                                             sendcount,
                                                                                             sendtype,
                                                                                             recvbuf,
                                                                                             recvcounts,
                                                                                             displs, recvtype,
                                                                                             comm, request,
                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                     address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                     comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                shaped* recvbuf, integer recvcounts, integer displs,
                                                integer recvtype, integer comm, integer info,
                                                MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgatherv_init_wrapper_f08, "ompi_allgatherv_init_wrapper_f08")(sendbuf,
                                                                                                     sendcount,
                                                                                                     sendtype,
                                                                                                     recvbuf,
                                                                                                     recvcounts,
                                                                                                     displs,
                                                                                                     recvtype,
                                                                                                     comm,
                                                                                                     info,
                                                                                                     request,
                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgatherv_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                         address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                         comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                         shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                         MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoall_wrapper_f08, "ompi_alltoall_wrapper_f08")(sendbuf, sendcount,
                                                                                       sendtype, recvbuf,
                                                                                       recvcount, recvtype,
                                                                                       comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoall(address(sendbuf->data), *sendcount, type_of(sendtype),
                                  address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                          shaped* recvbuf, integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoall_wrapper_f08, "ompi_ialltoall_wrapper_f08")(sendbuf, sendcount,
                                                                                         sendtype, recvbuf,
                                                                                         recvcount, recvtype,
                                                                                         comm, request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoall(address(sendbuf->data), *sendcount, type_of(sendtype),
                                   address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoall_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                              shaped* recvbuf, integer recvcount, integer recvtype,
                                              integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoall_init_wrapper_f08, "ompi_alltoall_init_wrapper_f08")(sendbuf,
                                                                                                 sendcount,
                                                                                                 sendtype,
                                                                                                 recvbuf,
                                                                                                 recvcount,
                                                                                                 recvtype,
                                                                                                 comm, info,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoall_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                       address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm),
                                       PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtype, shaped* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtype, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallv_wrapper_f08, "ompi_alltoallv_wrapper_f08")(sendbuf, sendcounts,
                                                                                         sdispls, sendtype,
                                                                                         recvbuf, recvcounts,
                                                                                         rdispls, recvtype,
                                                                                         comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallv(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                   address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                   comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                           integer sendtype, shaped* recvbuf, integer recvcounts,
                                           integer rdispls, integer recvtype, integer comm, MPI_Fint* request,
                                           MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoallv_wrapper_f08, "ompi_ialltoallv_wrapper_f08")(sendbuf,
                                                                                           sendcounts,
                                                                                           sdispls, sendtype,
                                                                                           recvbuf,
                                                                                           recvcounts,
                                                                                           rdispls, recvtype,
                                                                                           comm, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallv(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                    address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                    comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                               integer sendtype, shaped* recvbuf, integer recvcounts,
                                               integer rdispls, integer recvtype, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallv_init_wrapper_f08, "ompi_alltoallv_init_wrapper_f08")(sendbuf,
                                                                                                   sendcounts,
                                                                                                   sdispls,
                                                                                                   sendtype,
                                                                                                   recvbuf,
                                                                                                   recvcounts,
                                                                                                   rdispls,
                                                                                                   recvtype,
                                                                                                   comm, info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallv_init(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                        address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtypes, shaped* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtypes, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallw_wrapper_f08, "ompi_alltoallw_wrapper_f08")(sendbuf, sendcounts,
                                                                                         sdispls, sendtypes,
                                                                                         recvbuf, recvcounts,
                                                                                         rdispls, recvtypes,
                                                                                         comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallw(address(sendbuf->data), sendcounts, sdispls,
                                   types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                   address(recvbuf->data), recvcounts, rdispls,
                                   types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                   comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                           integer sendtypes, shaped* recvbuf, integer recvcounts,
                                           integer rdispls, integer recvtypes, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoallw_wrapper_f08, "ompi_ialltoallw_wrapper_f08")(sendbuf,
                                                                                           sendcounts,
                                                                                           sdispls, sendtypes,
                                                                                           recvbuf,
                                                                                           recvcounts,
                                                                                           rdispls, recvtypes,
                                                                                           comm, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallw(address(sendbuf->data), sendcounts, sdispls,
                                    types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                    address(recvbuf->data), recvcounts, rdispls,
                                    types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                    comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallw_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                               integer sendtypes, shaped* recvbuf, integer recvcounts,
                                               integer rdispls, integer recvtypes, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallw_init_wrapper_f08, "ompi_alltoallw_init_wrapper_f08")(sendbuf,
                                                                                                   sendcounts,
                                                                                                   sdispls,
                                                                                                   sendtypes,
                                                                                                   recvbuf,
                                                                                                   recvcounts,
                                                                                                   rdispls,
                                                                                                   recvtypes,
                                                                                                   comm, info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallw_init(address(sendbuf->data), sendcounts, sdispls,
                                        types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                        address(recvbuf->data), recvcounts, rdispls,
                                        types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                       integer op, integer root, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_wrapper_f08, "ompi_reduce_wrapper_f08")(sendbuf, recvbuf, count,
                                                                                   type, op, root, comm,
                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                op_of(op), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                        integer op, integer root, integer comm, MPI_Fint* request,
                                        MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_wrapper_f08, "ompi_ireduce_wrapper_f08")(sendbuf, recvbuf, count,
                                                                                     type, op, root, comm,
                                                                                     request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                 op_of(op), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                            integer op, integer root, integer comm, integer info,
                                            MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_init_wrapper_f08, "ompi_reduce_init_wrapper_f08")(sendbuf, recvbuf,
                                                                                             count, type, op,
                                                                                             root, comm, info,
                                                                                             request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_init(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                     op_of(op), *root, comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allreduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                          integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allreduce_wrapper_f08, "ompi_allreduce_wrapper_f08")(sendbuf, recvbuf,
                                                                                         count, type, op,
                                                                                         comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allreduce(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                   op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallreduce_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                           integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallreduce_wrapper_f08, "ompi_iallreduce_wrapper_f08")(sendbuf, recvbuf,
                                                                                           count, type, op,
                                                                                           comm, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallreduce(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                    op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allreduce_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                               integer op, integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allreduce_init_wrapper_f08, "ompi_allreduce_init_wrapper_f08")(sendbuf,
                                                                                                   recvbuf,
                                                                                                   count,
                                                                                                   type, op,
                                                                                                   comm, info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allreduce_init(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                        op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                               integer type, integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_wrapper_f08, "ompi_reduce_scatter_wrapper_f08")(sendbuf,
                                                                                                   recvbuf,
                                                                                                   recvcounts,
                                                                                                   type, op,
                                                                                                   comm,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                        type_of(type), op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_scatter_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                                integer type, integer op, integer comm, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_scatter_wrapper_f08, "ompi_ireduce_scatter_wrapper_f08")(sendbuf,
                                                                                                     recvbuf,
                                                                                                     recvcounts,
                                                                                                     type, op,
                                                                                                     comm,
                                                                                                     request,
                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                         type_of(type), op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcounts,
                                                    integer type, integer op, integer comm, integer info,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_init_wrapper_f08, "ompi_reduce_scatter_init_wrapper_f08")(
                                                                                                             sendbuf,
                                                                                                             recvbuf,
                                                                                                             recvcounts,
                                                                                                             type,
                                                                                                             op,
                                                                                                             comm,
                                                                                                             info,
                                                                                                             request,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_init(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                             type_of(type), op_of(op), comm_of(comm), PMPI_Info_f2c(*info),
                                             &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_block_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                     integer type, integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_block_wrapper_f08, "ompi_reduce_scatter_block_wrapper_f08")(
                                                                                                               sendbuf,
                                                                                                               recvbuf,
                                                                                                               recvcount,
                                                                                                               type,
                                                                                                               op,
                                                                                                               comm,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter_block(address(sendbuf->data), address(recvbuf->data), *recvcount,
                                              type_of(type), op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_scatter_block_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                      integer type, integer op, integer comm,
                                                      MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_scatter_block_wrapper_f08, "ompi_ireduce_scatter_block_wrapper_f08")(
                                                                                                                 sendbuf,
                                                                                                                 recvbuf,
                                                                                                                 recvcount,
                                                                                                                 type,
                                                                                                                 op,
                                                                                                                 comm,
                                                                                                                 request,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter_block(address(sendbuf->data), address(recvbuf->data), *recvcount,
                                               type_of(type), op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_block_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer recvcount,
                                                          integer type, integer op, integer comm,
                                                          integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_block_init_wrapper_f08, "ompi_reduce_scatter_block_init_wrapper_f08")(
                                                                                                                         sendbuf,
                                                                                                                         recvbuf,
                                                                                                                         recvcount,
                                                                                                                         type,
                                                                                                                         op,
                                                                                                                         comm,
                                                                                                                         info,
                                                                                                                         request,
                                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_block_init(address(sendbuf->data), address(recvbuf->data), *recvcount,
                                                   type_of(type), op_of(op), comm_of(comm),
                                                   PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                     integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scan_wrapper_f08, "ompi_scan_wrapper_f08")(sendbuf, recvbuf, count, type,
                                                                               op, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scan(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                              op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                      integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscan_wrapper_f08, "ompi_iscan_wrapper_f08")(sendbuf, recvbuf, count,
                                                                                 type, op, comm, request,
                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscan(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                               op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scan_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                          integer op, integer comm, integer info, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scan_init_wrapper_f08, "ompi_scan_init_wrapper_f08")(sendbuf, recvbuf,
                                                                                         count, type, op,
                                                                                         comm, info, request,
                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scan_init(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                   op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_exscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                       integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_exscan_wrapper_f08, "ompi_exscan_wrapper_f08")(sendbuf, recvbuf, count,
                                                                                   type, op, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Exscan(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iexscan_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                        integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iexscan_wrapper_f08, "ompi_iexscan_wrapper_f08")(sendbuf, recvbuf, count,
                                                                                     type, op, comm, request,
                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iexscan(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                 op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_exscan_init_wrapper_f08(shaped* sendbuf, shaped* recvbuf, integer count, integer type,
                                            integer op, integer comm, integer info, MPI_Fint* request,
                                            MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_exscan_init_wrapper_f08, "ompi_exscan_init_wrapper_f08")(sendbuf, recvbuf,
                                                                                             count, type, op,
                                                                                             comm, info,
                                                                                             request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Exscan_init(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                     op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                   shaped* recvbuf, integer recvcount, integer recvtype,
                                                   integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgather_wrapper_f08, "ompi_neighbor_allgather_wrapper_f08")(
                                                                                                           sendbuf,
                                                                                                           sendcount,
                                                                                                           sendtype,
                                                                                                           recvbuf,
                                                                                                           recvcount,
                                                                                                           recvtype,
                                                                                                           comm,
                                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgather(address(sendbuf->data), *sendcount, type_of(sendtype),
                                            address(recvbuf->data), *recvcount, type_of(recvtype),
                                            comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_allgather_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                    shaped* recvbuf, integer recvcount, integer recvtype,
                                                    integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_allgather_wrapper_f08, "ompi_ineighbor_allgather_wrapper_f08")(
                                                                                                             sendbuf,
                                                                                                             sendcount,
                                                                                                             sendtype,
                                                                                                             recvbuf,
                                                                                                             recvcount,
                                                                                                             recvtype,
                                                                                                             comm,
                                                                                                             request,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgather(address(sendbuf->data), *sendcount, type_of(sendtype),
                                             address(recvbuf->data), *recvcount, type_of(recvtype),
                                             comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgather_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                        shaped* recvbuf, integer recvcount, integer recvtype,
                                                        integer comm, integer info, MPI_Fint* request,
                                                        MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgather_init_wrapper_f08, "ompi_neighbor_allgather_init_wrapper_f08")(
                                                                                                                     sendbuf,
                                                                                                                     sendcount,
                                                                                                                     sendtype,
                                                                                                                     recvbuf,
                                                                                                                     recvcount,
                                                                                                                     recvtype,
                                                                                                                     comm,
                                                                                                                     info,
                                                                                                                     request,
                                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgather_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                 address(recvbuf->data), *recvcount, type_of(recvtype),
                                                 comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                    shaped* recvbuf, integer recvcounts, integer displs,
                                                    integer recvtype, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgatherv_wrapper_f08, "ompi_neighbor_allgatherv_wrapper_f08")(
                                                                                                             sendbuf,
                                                                                                             sendcount,
                                                                                                             sendtype,
                                                                                                             recvbuf,
                                                                                                             recvcounts,
                                                                                                             displs,
                                                                                                             recvtype,
                                                                                                             comm,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                             address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                             comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_allgatherv_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                     shaped* recvbuf, integer recvcounts, integer displs,
                                                     integer recvtype, integer comm, MPI_Fint* request,
                                                     MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_allgatherv_wrapper_f08, "ompi_ineighbor_allgatherv_wrapper_f08")(
                                                                                                               sendbuf,
                                                                                                               sendcount,
                                                                                                               sendtype,
                                                                                                               recvbuf,
                                                                                                               recvcounts,
                                                                                                               displs,
                                                                                                               recvtype,
                                                                                                               comm,
                                                                                                               request,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgatherv(address(sendbuf->data), *sendcount, type_of(sendtype),
                                              address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                              comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgatherv_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                         shaped* recvbuf, integer recvcounts, integer displs,
                                                         integer recvtype, integer comm, integer info,
                                                         MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgatherv_init_wrapper_f08, "ompi_neighbor_allgatherv_init_wrapper_f08")(
                                                                                                                       sendbuf,
                                                                                                                       sendcount,
                                                                                                                       sendtype,
                                                                                                                       recvbuf,
                                                                                                                       recvcounts,
                                                                                                                       displs,
                                                                                                                       recvtype,
                                                                                                                       comm,
                                                                                                                       info,
                                                                                                                       request,
                                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgatherv_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                  address(recvbuf->data), recvcounts, displs,
                                                  type_of(recvtype), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                  shaped* recvbuf, integer recvcount, integer recvtype,
                                                  integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoall_wrapper_f08, "ompi_neighbor_alltoall_wrapper_f08")(
                                                                                                         sendbuf,
                                                                                                         sendcount,
                                                                                                         sendtype,
                                                                                                         recvbuf,
                                                                                                         recvcount,
                                                                                                         recvtype,
                                                                                                         comm,
                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoall(address(sendbuf->data), *sendcount, type_of(sendtype),
                                           address(recvbuf->data), *recvcount, type_of(recvtype),
                                           comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoall_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                   shaped* recvbuf, integer recvcount, integer recvtype,
                                                   integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoall_wrapper_f08, "ompi_ineighbor_alltoall_wrapper_f08")(
                                                                                                           sendbuf,
                                                                                                           sendcount,
                                                                                                           sendtype,
                                                                                                           recvbuf,
                                                                                                           recvcount,
                                                                                                           recvtype,
                                                                                                           comm,
                                                                                                           request,
                                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoall(address(sendbuf->data), *sendcount, type_of(sendtype),
                                            address(recvbuf->data), *recvcount, type_of(recvtype),
                                            comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoall_init_wrapper_f08(shaped* sendbuf, integer sendcount, integer sendtype,
                                                       shaped* recvbuf, integer recvcount, integer recvtype,
                                                       integer comm, integer info, MPI_Fint* request,
                                                       MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoall_init_wrapper_f08, "ompi_neighbor_alltoall_init_wrapper_f08")(
                                                                                                                   sendbuf,
                                                                                                                   sendcount,
                                                                                                                   sendtype,
                                                                                                                   recvbuf,
                                                                                                                   recvcount,
                                                                                                                   recvtype,
                                                                                                                   comm,
                                                                                                                   info,
                                                                                                                   request,
                                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoall_init(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                address(recvbuf->data), *recvcount, type_of(recvtype),
                                                comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                   integer sendtype, shaped* recvbuf, integer recvcounts,
                                                   integer rdispls, integer recvtype, integer comm,
                                                   MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallv_wrapper_f08, "ompi_neighbor_alltoallv_wrapper_f08")(
                                                                                                           sendbuf,
                                                                                                           sendcounts,
                                                                                                           sdispls,
                                                                                                           sendtype,
                                                                                                           recvbuf,
                                                                                                           recvcounts,
                                                                                                           rdispls,
                                                                                                           recvtype,
                                                                                                           comm,
                                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallv(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                            address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                            comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoallv_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                    integer sendtype, shaped* recvbuf, integer recvcounts,
                                                    integer rdispls, integer recvtype, integer comm,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoallv_wrapper_f08, "ompi_ineighbor_alltoallv_wrapper_f08")(
                                                                                                             sendbuf,
                                                                                                             sendcounts,
                                                                                                             sdispls,
                                                                                                             sendtype,
                                                                                                             recvbuf,
                                                                                                             recvcounts,
                                                                                                             rdispls,
                                                                                                             recvtype,
                                                                                                             comm,
                                                                                                             request,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallv(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                             address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                             comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallv_init_wrapper_f08(shaped* sendbuf, integer sendcounts, integer sdispls,
                                                        integer sendtype, shaped* recvbuf, integer recvcounts,
                                                        integer rdispls, integer recvtype, integer comm,
                                                        integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallv_init_wrapper_f08, "ompi_neighbor_alltoallv_init_wrapper_f08")(
                                                                                                                     sendbuf,
                                                                                                                     sendcounts,
                                                                                                                     sdispls,
                                                                                                                     sendtype,
                                                                                                                     recvbuf,
                                                                                                                     recvcounts,
                                                                                                                     rdispls,
                                                                                                                     recvtype,
                                                                                                                     comm,
                                                                                                                     info,
                                                                                                                     request,
                                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallv_init(address(sendbuf->data), sendcounts, sdispls,
                                                 type_of(sendtype), address(recvbuf->data), recvcounts,
                                                 rdispls, type_of(recvtype), comm_of(comm),
                                                 PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                   const MPI_Aint* sdispls, integer sendtypes,
                                                   shaped* recvbuf, integer recvcounts,
                                                   const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                   MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallw_wrapper_f08, "ompi_neighbor_alltoallw_wrapper_f08")(
                                                                                                           sendbuf,
                                                                                                           sendcounts,
                                                                                                           sdispls,
                                                                                                           sendtypes,
                                                                                                           recvbuf,
                                                                                                           recvcounts,
                                                                                                           rdispls,
                                                                                                           recvtypes,
                                                                                                           comm,
                                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallw(address(sendbuf->data), sendcounts, sdispls,
                                            types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                            address(recvbuf->data), recvcounts, rdispls,
                                            types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                            comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoallw_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                    const MPI_Aint* sdispls, integer sendtypes,
                                                    shaped* recvbuf, integer recvcounts,
                                                    const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                    MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoallw_wrapper_f08, "ompi_ineighbor_alltoallw_wrapper_f08")(
                                                                                                             sendbuf,
                                                                                                             sendcounts,
                                                                                                             sdispls,
                                                                                                             sendtypes,
                                                                                                             recvbuf,
                                                                                                             recvcounts,
                                                                                                             rdispls,
                                                                                                             recvtypes,
                                                                                                             comm,
                                                                                                             request,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallw(address(sendbuf->data), sendcounts, sdispls,
                                             types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                             address(recvbuf->data), recvcounts, rdispls,
                                             types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                             comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallw_init_wrapper_f08(shaped* sendbuf, integer sendcounts,
                                                        const MPI_Aint* sdispls, integer sendtypes,
                                                        shaped* recvbuf, integer recvcounts,
                                                        const MPI_Aint* rdispls, integer recvtypes,
                                                        integer comm, integer info, MPI_Fint* request,
                                                        MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallw_init_wrapper_f08, "ompi_neighbor_alltoallw_init_wrapper_f08")(
                                                                                                                     sendbuf,
                                                                                                                     sendcounts,
                                                                                                                     sdispls,
                                                                                                                     sendtypes,
                                                                                                                     recvbuf,
                                                                                                                     recvcounts,
                                                                                                                     rdispls,
                                                                                                                     recvtypes,
                                                                                                                     comm,
                                                                                                                     info,
                                                                                                                     request,
                                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallw_init(address(sendbuf->data), sendcounts, sdispls,
                                                 types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                                 address(recvbuf->data), recvcounts, rdispls,
                                                 types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                                 comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
#if MPI_VERSION >= 4

TUTTI_API void ompi_bcast_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type, integer root,
                                        integer comm, MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_bcast_wrapper_f08_c, "ompi_bcast_wrapper_f08_c")(buffer, count, type,
                                                                                     root, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Bcast_c(address(buffer->data), *count, type_of(type), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ibcast_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type, integer root,
                                         integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_ibcast_wrapper_f08_c, "ompi_ibcast_wrapper_f08_c")(buffer, count, type,
                                                                                       root, comm, request,
                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ibcast_c(address(buffer->data), *count, type_of(type), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_bcast_init_wrapper_f08_c(shaped* buffer, const MPI_Count* count, integer type,
                                             integer root, integer comm, integer info, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  if (!dense(buffer))
    return library_definition(&ompi_bcast_init_wrapper_f08_c, "ompi_bcast_init_wrapper_f08_c")(buffer, count,
                                                                                               type, root,
                                                                                               comm, info,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Bcast_init_c(address(buffer->data), *count, type_of(type), *root, comm_of(comm),
                                      PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                         shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                         integer root, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gather_wrapper_f08_c, "ompi_gather_wrapper_f08_c")(sendbuf, sendcount,
                                                                                       sendtype, recvbuf,
                                                                                       recvcount, recvtype,
                                                                                       root, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                  address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                  comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_igather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                          integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_igather_wrapper_f08_c, "ompi_igather_wrapper_f08_c")(sendbuf, sendcount,
                                                                                         sendtype, recvbuf,
                                                                                         recvcount, recvtype,
                                                                                         root, comm, request,
                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                   address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                   comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                              shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                              integer root, integer comm, integer info, MPI_Fint* request,
                                              MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gather_init_wrapper_f08_c, "ompi_gather_init_wrapper_f08_c")(sendbuf,
                                                                                                 sendcount,
                                                                                                 sendtype,
                                                                                                 recvbuf,
                                                                                                 recvcount,
                                                                                                 recvtype,
                                                                                                 root, comm,
                                                                                                 info,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gather_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                       address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                       comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                          const MPI_Aint* displs, integer recvtype, integer root,
                                          integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gatherv_wrapper_f08_c, "ompi_gatherv_wrapper_f08_c")(sendbuf, sendcount,
                                                                                         sendtype, recvbuf,
                                                                                         recvcounts, displs,
                                                                                         recvtype, root, comm,
                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                   address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                   comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_igatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcounts,
                                           const MPI_Aint* displs, integer recvtype, integer root,
                                           integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_igatherv_wrapper_f08_c, "ompi_igatherv_wrapper_f08_c")(sendbuf, sendcount,
                                                                                           sendtype, recvbuf,
                                                                                           recvcounts, displs,
                                                                                           recvtype, root,
                                                                                           comm, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                    address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                    comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_gatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                               shaped* recvbuf, const MPI_Count* recvcounts,
                                               const MPI_Aint* displs, integer recvtype, integer root,
                                               integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_gatherv_init_wrapper_f08_c, "ompi_gatherv_init_wrapper_f08_c")(sendbuf,
                                                                                                   sendcount,
                                                                                                   sendtype,
                                                                                                   recvbuf,
                                                                                                   recvcounts,
                                                                                                   displs,
                                                                                                   recvtype,
                                                                                                   root, comm,
                                                                                                   info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gatherv_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                        address(recvbuf->data), recvcounts, displs, type_of(recvtype), *root,
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatter_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                          shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                          integer root, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatter_wrapper_f08_c, "ompi_scatter_wrapper_f08_c")(sendbuf, sendcount,
                                                                                         sendtype, recvbuf,
                                                                                         recvcount, recvtype,
                                                                                         root, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatter_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                   address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                   comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscatter_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                           integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscatter_wrapper_f08_c, "ompi_iscatter_wrapper_f08_c")(sendbuf, sendcount,
                                                                                           sendtype, recvbuf,
                                                                                           recvcount,
                                                                                           recvtype, root,
                                                                                           comm, request,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatter_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                    address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                    comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatter_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                               shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                               integer root, integer comm, integer info, MPI_Fint* request,
                                               MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatter_init_wrapper_f08_c, "ompi_scatter_init_wrapper_f08_c")(sendbuf,
                                                                                                   sendcount,
                                                                                                   sendtype,
                                                                                                   recvbuf,
                                                                                                   recvcount,
                                                                                                   recvtype,
                                                                                                   root, comm,
                                                                                                   info,
                                                                                                   request,
                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatter_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                        address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatterv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                           const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                           const MPI_Count* recvcount, integer recvtype, integer root,
                                           integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatterv_wrapper_f08_c, "ompi_scatterv_wrapper_f08_c")(sendbuf,
                                                                                           sendcounts, displs,
                                                                                           sendtype, recvbuf,
                                                                                           recvcount,
                                                                                           recvtype, root,
                                                                                           comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatterv_c(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                    address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                    comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscatterv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                            const MPI_Count* recvcount, integer recvtype, integer root,
                                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscatterv_wrapper_f08_c, "ompi_iscatterv_wrapper_f08_c")(sendbuf,
                                                                                             sendcounts,
                                                                                             displs, sendtype,
                                                                                             recvbuf,
                                                                                             recvcount,
                                                                                             recvtype, root,
                                                                                             comm, request,
                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatterv_c(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                     address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                     comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scatterv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                const MPI_Aint* displs, integer sendtype, shaped* recvbuf,
                                                const MPI_Count* recvcount, integer recvtype, integer root,
                                                integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scatterv_init_wrapper_f08_c, "ompi_scatterv_init_wrapper_f08_c")(sendbuf,
                                                                                                     sendcounts,
                                                                                                     displs,
                                                                                                     sendtype,
                                                                                                     recvbuf,
                                                                                                     recvcount,
                                                                                                     recvtype,
                                                                                                     root,
                                                                                                     comm,
                                                                                                     info,
                                                                                                     request,
                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatterv_init_c(address(sendbuf->data), sendcounts, displs, type_of(sendtype),
                                         address(recvbuf->data), *recvcount, type_of(recvtype), *root,
                                         comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                            shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                            integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgather_wrapper_f08_c, "ompi_allgather_wrapper_f08_c")(sendbuf,
                                                                                             sendcount,
                                                                                             sendtype,
                                                                                             recvbuf,
                                                                                             recvcount,
                                                                                             recvtype, comm,
                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                     address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                             shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                             integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallgather_wrapper_f08_c, "ompi_iallgather_wrapper_f08_c")(sendbuf,
                                                                                               sendcount,
                                                                                               sendtype,
                                                                                               recvbuf,
                                                                                               recvcount,
                                                                                               recvtype, comm,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                      address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm),
                                      &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                 integer sendtype, shaped* recvbuf,
                                                 const MPI_Count* recvcount, integer recvtype, integer comm,
                                                 integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgather_init_wrapper_f08_c, "ompi_allgather_init_wrapper_f08_c")(
                                                                                                       sendbuf,
                                                                                                       sendcount,
                                                                                                       sendtype,
                                                                                                       recvbuf,
                                                                                                       recvcount,
                                                                                                       recvtype,
                                                                                                       comm,
                                                                                                       info,
                                                                                                       request,
                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgather_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                          address(recvbuf->data), *recvcount, type_of(recvtype),
                                          comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                             shaped* recvbuf, const MPI_Count* recvcounts,
                                             const MPI_Aint* displs, integer recvtype, integer comm,
                                             MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgatherv_wrapper_f08_c, "ompi_allgatherv_wrapper_f08_c")(sendbuf,
                                                                                               sendcount,
                                                                                               sendtype,
                                                                                               recvbuf,
                                                                                               recvcounts,
                                                                                               displs,
                                                                                               recvtype, comm,
                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                      address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                      comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                              shaped* recvbuf, const MPI_Count* recvcounts,
                                              const MPI_Aint* displs, integer recvtype, integer comm,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallgatherv_wrapper_f08_c, "ompi_iallgatherv_wrapper_f08_c")(sendbuf,
                                                                                                 sendcount,
                                                                                                 sendtype,
                                                                                                 recvbuf,
                                                                                                 recvcounts,
                                                                                                 displs,
                                                                                                 recvtype,
                                                                                                 comm,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                       address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                       comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allgatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                  integer sendtype, shaped* recvbuf,
                                                  const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                  integer recvtype, integer comm, integer info,
                                                  MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allgatherv_init_wrapper_f08_c, "ompi_allgatherv_init_wrapper_f08_c")(
                                                                                                         sendbuf,
                                                                                                         sendcount,
                                                                                                         sendtype,
                                                                                                         recvbuf,
                                                                                                         recvcounts,
                                                                                                         displs,
                                                                                                         recvtype,
                                                                                                         comm,
                                                                                                         info,
                                                                                                         request,
                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgatherv_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                           address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                           comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                           shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                           integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoall_wrapper_f08_c, "ompi_alltoall_wrapper_f08_c")(sendbuf, sendcount,
                                                                                           sendtype, recvbuf,
                                                                                           recvcount,
                                                                                           recvtype, comm,
                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoall_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                    address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                            shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoall_wrapper_f08_c, "ompi_ialltoall_wrapper_f08_c")(sendbuf,
                                                                                             sendcount,
                                                                                             sendtype,
                                                                                             recvbuf,
                                                                                             recvcount,
                                                                                             recvtype, comm,
                                                                                             request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoall_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                     address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm),
                                     &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoall_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount, integer sendtype,
                                                shaped* recvbuf, const MPI_Count* recvcount, integer recvtype,
                                                integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoall_init_wrapper_f08_c, "ompi_alltoall_init_wrapper_f08_c")(sendbuf,
                                                                                                     sendcount,
                                                                                                     sendtype,
                                                                                                     recvbuf,
                                                                                                     recvcount,
                                                                                                     recvtype,
                                                                                                     comm,
                                                                                                     info,
                                                                                                     request,
                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoall_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                         address(recvbuf->data), *recvcount, type_of(recvtype), comm_of(comm),
                                         PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                            const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                            integer recvtype, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallv_wrapper_f08_c, "ompi_alltoallv_wrapper_f08_c")(sendbuf,
                                                                                             sendcounts,
                                                                                             sdispls,
                                                                                             sendtype,
                                                                                             recvbuf,
                                                                                             recvcounts,
                                                                                             rdispls,
                                                                                             recvtype, comm,
                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallv_c(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                     address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                     comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                             const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                             const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                             integer recvtype, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoallv_wrapper_f08_c, "ompi_ialltoallv_wrapper_f08_c")(sendbuf,
                                                                                               sendcounts,
                                                                                               sdispls,
                                                                                               sendtype,
                                                                                               recvbuf,
                                                                                               recvcounts,
                                                                                               rdispls,
                                                                                               recvtype, comm,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallv_c(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                      address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                      comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                 const MPI_Aint* sdispls, integer sendtype, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                                 integer recvtype, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallv_init_wrapper_f08_c, "ompi_alltoallv_init_wrapper_f08_c")(
                                                                                                       sendbuf,
                                                                                                       sendcounts,
                                                                                                       sdispls,
                                                                                                       sendtype,
                                                                                                       recvbuf,
                                                                                                       recvcounts,
                                                                                                       rdispls,
                                                                                                       recvtype,
                                                                                                       comm,
                                                                                                       info,
                                                                                                       request,
                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallv_init_c(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                          address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                          comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                            const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                            const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                            integer recvtypes, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallw_wrapper_f08_c, "ompi_alltoallw_wrapper_f08_c")(sendbuf,
                                                                                             sendcounts,
                                                                                             sdispls,
                                                                                             sendtypes,
                                                                                             recvbuf,
                                                                                             recvcounts,
                                                                                             rdispls,
                                                                                             recvtypes, comm,
                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallw_c(address(sendbuf->data), sendcounts, sdispls,
                                     types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                     address(recvbuf->data), recvcounts, rdispls,
                                     types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                     comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ialltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                             const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                             const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                             integer recvtypes, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ialltoallw_wrapper_f08_c, "ompi_ialltoallw_wrapper_f08_c")(sendbuf,
                                                                                               sendcounts,
                                                                                               sdispls,
                                                                                               sendtypes,
                                                                                               recvbuf,
                                                                                               recvcounts,
                                                                                               rdispls,
                                                                                               recvtypes,
                                                                                               comm, request,
                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallw_c(address(sendbuf->data), sendcounts, sdispls,
                                      types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                      address(recvbuf->data), recvcounts, rdispls,
                                      types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                      comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_alltoallw_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                 const MPI_Aint* sdispls, integer sendtypes, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, const MPI_Aint* rdispls,
                                                 integer recvtypes, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_alltoallw_init_wrapper_f08_c, "ompi_alltoallw_init_wrapper_f08_c")(
                                                                                                       sendbuf,
                                                                                                       sendcounts,
                                                                                                       sdispls,
                                                                                                       sendtypes,
                                                                                                       recvbuf,
                                                                                                       recvcounts,
                                                                                                       rdispls,
                                                                                                       recvtypes,
                                                                                                       comm,
                                                                                                       info,
                                                                                                       request,
                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallw_init_c(address(sendbuf->data), sendcounts, sdispls,
                                          types(sendtypes, address(sendbuf->data), comm_of(comm)).data(),
                                          address(recvbuf->data), recvcounts, rdispls,
                                          types(recvtypes, address(recvbuf->data), comm_of(comm)).data(),
                                          comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                         integer type, integer op, integer root, integer comm,
                                         MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_wrapper_f08_c, "ompi_reduce_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                       count, type, op, root,
                                                                                       comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                  op_of(op), *root, comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                          integer type, integer op, integer root, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_wrapper_f08_c, "ompi_ireduce_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                         count, type, op,
                                                                                         root, comm, request,
                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                   op_of(op), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                              integer type, integer op, integer root, integer comm,
                                              integer info, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_init_wrapper_f08_c, "ompi_reduce_init_wrapper_f08_c")(sendbuf,
                                                                                                 recvbuf,
                                                                                                 count, type,
                                                                                                 op, root,
                                                                                                 comm, info,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_init_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                       op_of(op), *root, comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allreduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                            integer type, integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allreduce_wrapper_f08_c, "ompi_allreduce_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                             count, type, op,
                                                                                             comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allreduce_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                     op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iallreduce_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                             integer type, integer op, integer comm, MPI_Fint* request,
                                             MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iallreduce_wrapper_f08_c, "ompi_iallreduce_wrapper_f08_c")(sendbuf,
                                                                                               recvbuf, count,
                                                                                               type, op, comm,
                                                                                               request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallreduce_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                      op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_allreduce_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                                 integer type, integer op, integer comm, integer info,
                                                 MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_allreduce_init_wrapper_f08_c, "ompi_allreduce_init_wrapper_f08_c")(
                                                                                                       sendbuf,
                                                                                                       recvbuf,
                                                                                                       count,
                                                                                                       type,
                                                                                                       op,
                                                                                                       comm,
                                                                                                       info,
                                                                                                       request,
                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allreduce_init_c(address(sendbuf->data), address(recvbuf->data), *count,
                                          type_of(type), op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                 const MPI_Count* recvcounts, integer type, integer op,
                                                 integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_wrapper_f08_c, "ompi_reduce_scatter_wrapper_f08_c")(
                                                                                                       sendbuf,
                                                                                                       recvbuf,
                                                                                                       recvcounts,
                                                                                                       type,
                                                                                                       op,
                                                                                                       comm,
                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter_c(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                          type_of(type), op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_scatter_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                  const MPI_Count* recvcounts, integer type, integer op,
                                                  integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_scatter_wrapper_f08_c, "ompi_ireduce_scatter_wrapper_f08_c")(
                                                                                                         sendbuf,
                                                                                                         recvbuf,
                                                                                                         recvcounts,
                                                                                                         type,
                                                                                                         op,
                                                                                                         comm,
                                                                                                         request,
                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter_c(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                           type_of(type), op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                      const MPI_Count* recvcounts, integer type, integer op,
                                                      integer comm, integer info, MPI_Fint* request,
                                                      MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_init_wrapper_f08_c, "ompi_reduce_scatter_init_wrapper_f08_c")(
                                                                                                                 sendbuf,
                                                                                                                 recvbuf,
                                                                                                                 recvcounts,
                                                                                                                 type,
                                                                                                                 op,
                                                                                                                 comm,
                                                                                                                 info,
                                                                                                                 request,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_init_c(address(sendbuf->data), address(recvbuf->data), recvcounts,
                                               type_of(type), op_of(op), comm_of(comm), PMPI_Info_f2c(*info),
                                               &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_block_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                       const MPI_Count* recvcount, integer type, integer op,
                                                       integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_block_wrapper_f08_c, "ompi_reduce_scatter_block_wrapper_f08_c")(
                                                                                                                   sendbuf,
                                                                                                                   recvbuf,
                                                                                                                   recvcount,
                                                                                                                   type,
                                                                                                                   op,
                                                                                                                   comm,
                                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter_block_c(address(sendbuf->data), address(recvbuf->data), *recvcount,
                                                type_of(type), op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ireduce_scatter_block_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                        const MPI_Count* recvcount, integer type, integer op,
                                                        integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ireduce_scatter_block_wrapper_f08_c, "ompi_ireduce_scatter_block_wrapper_f08_c")(
                                                                                                                     sendbuf,
                                                                                                                     recvbuf,
                                                                                                                     recvcount,
                                                                                                                     type,
                                                                                                                     op,
                                                                                                                     comm,
                                                                                                                     request,
                                                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter_block_c(address(sendbuf->data), address(recvbuf->data), *recvcount,
                                                 type_of(type), op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_reduce_scatter_block_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf,
                                                            const MPI_Count* recvcount, integer type,
                                                            integer op, integer comm, integer info,
                                                            MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_reduce_scatter_block_init_wrapper_f08_c, "ompi_reduce_scatter_block_init_wrapper_f08_c")(
                                                                                                                             sendbuf,
                                                                                                                             recvbuf,
                                                                                                                             recvcount,
                                                                                                                             type,
                                                                                                                             op,
                                                                                                                             comm,
                                                                                                                             info,
                                                                                                                             request,
                                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_block_init_c(address(sendbuf->data), address(recvbuf->data),
                                                     *recvcount, type_of(type), op_of(op), comm_of(comm),
                                                     PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count, integer type,
                                       integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scan_wrapper_f08_c, "ompi_scan_wrapper_f08_c")(sendbuf, recvbuf, count,
                                                                                   type, op, comm, ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scan_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                        integer type, integer op, integer comm, MPI_Fint* request,
                                        MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iscan_wrapper_f08_c, "ompi_iscan_wrapper_f08_c")(sendbuf, recvbuf, count,
                                                                                     type, op, comm, request,
                                                                                     ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscan_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                 op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_scan_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                            integer type, integer op, integer comm, integer info,
                                            MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_scan_init_wrapper_f08_c, "ompi_scan_init_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                             count, type, op,
                                                                                             comm, info,
                                                                                             request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scan_init_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                     op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_exscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                         integer type, integer op, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_exscan_wrapper_f08_c, "ompi_exscan_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                       count, type, op, comm,
                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Exscan_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                  op_of(op), comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_iexscan_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                          integer type, integer op, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_iexscan_wrapper_f08_c, "ompi_iexscan_wrapper_f08_c")(sendbuf, recvbuf,
                                                                                         count, type, op,
                                                                                         comm, request, ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iexscan_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                   op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_exscan_init_wrapper_f08_c(shaped* sendbuf, shaped* recvbuf, const MPI_Count* count,
                                              integer type, integer op, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_exscan_init_wrapper_f08_c, "ompi_exscan_init_wrapper_f08_c")(sendbuf,
                                                                                                 recvbuf,
                                                                                                 count, type,
                                                                                                 op, comm,
                                                                                                 info,
                                                                                                 request,
                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Exscan_init_c(address(sendbuf->data), address(recvbuf->data), *count, type_of(type),
                                       op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                     integer sendtype, shaped* recvbuf,
                                                     const MPI_Count* recvcount, integer recvtype,
                                                     integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgather_wrapper_f08_c, "ompi_neighbor_allgather_wrapper_f08_c")(
                                                                                                               sendbuf,
                                                                                                               sendcount,
                                                                                                               sendtype,
                                                                                                               recvbuf,
                                                                                                               recvcount,
                                                                                                               recvtype,
                                                                                                               comm,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                              address(recvbuf->data), *recvcount, type_of(recvtype),
                                              comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_allgather_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                      integer sendtype, shaped* recvbuf,
                                                      const MPI_Count* recvcount, integer recvtype,
                                                      integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_allgather_wrapper_f08_c, "ompi_ineighbor_allgather_wrapper_f08_c")(
                                                                                                                 sendbuf,
                                                                                                                 sendcount,
                                                                                                                 sendtype,
                                                                                                                 recvbuf,
                                                                                                                 recvcount,
                                                                                                                 recvtype,
                                                                                                                 comm,
                                                                                                                 request,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgather_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                               address(recvbuf->data), *recvcount, type_of(recvtype),
                                               comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgather_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                          integer sendtype, shaped* recvbuf,
                                                          const MPI_Count* recvcount, integer recvtype,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgather_init_wrapper_f08_c, "ompi_neighbor_allgather_init_wrapper_f08_c")(
                                                                                                                         sendbuf,
                                                                                                                         sendcount,
                                                                                                                         sendtype,
                                                                                                                         recvbuf,
                                                                                                                         recvcount,
                                                                                                                         recvtype,
                                                                                                                         comm,
                                                                                                                         info,
                                                                                                                         request,
                                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgather_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                   address(recvbuf->data), *recvcount, type_of(recvtype),
                                                   comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                      integer sendtype, shaped* recvbuf,
                                                      const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                      integer recvtype, integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgatherv_wrapper_f08_c, "ompi_neighbor_allgatherv_wrapper_f08_c")(
                                                                                                                 sendbuf,
                                                                                                                 sendcount,
                                                                                                                 sendtype,
                                                                                                                 recvbuf,
                                                                                                                 recvcounts,
                                                                                                                 displs,
                                                                                                                 recvtype,
                                                                                                                 comm,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                               address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                               comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_allgatherv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                       integer sendtype, shaped* recvbuf,
                                                       const MPI_Count* recvcounts, const MPI_Aint* displs,
                                                       integer recvtype, integer comm, MPI_Fint* request,
                                                       MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_allgatherv_wrapper_f08_c, "ompi_ineighbor_allgatherv_wrapper_f08_c")(
                                                                                                                   sendbuf,
                                                                                                                   sendcount,
                                                                                                                   sendtype,
                                                                                                                   recvbuf,
                                                                                                                   recvcounts,
                                                                                                                   displs,
                                                                                                                   recvtype,
                                                                                                                   comm,
                                                                                                                   request,
                                                                                                                   ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgatherv_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                address(recvbuf->data), recvcounts, displs, type_of(recvtype),
                                                comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_allgatherv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                           integer sendtype, shaped* recvbuf,
                                                           const MPI_Count* recvcounts,
                                                           const MPI_Aint* displs, integer recvtype,
                                                           integer comm, integer info, MPI_Fint* request,
                                                           MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_allgatherv_init_wrapper_f08_c, "ompi_neighbor_allgatherv_init_wrapper_f08_c")(
                                                                                                                           sendbuf,
                                                                                                                           sendcount,
                                                                                                                           sendtype,
                                                                                                                           recvbuf,
                                                                                                                           recvcounts,
                                                                                                                           displs,
                                                                                                                           recvtype,
                                                                                                                           comm,
                                                                                                                           info,
                                                                                                                           request,
                                                                                                                           ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgatherv_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                    address(recvbuf->data), recvcounts, displs,
                                                    type_of(recvtype), comm_of(comm), PMPI_Info_f2c(*info),
                                                    &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                    integer sendtype, shaped* recvbuf,
                                                    const MPI_Count* recvcount, integer recvtype,
                                                    integer comm, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoall_wrapper_f08_c, "ompi_neighbor_alltoall_wrapper_f08_c")(
                                                                                                             sendbuf,
                                                                                                             sendcount,
                                                                                                             sendtype,
                                                                                                             recvbuf,
                                                                                                             recvcount,
                                                                                                             recvtype,
                                                                                                             comm,
                                                                                                             ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoall_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                             address(recvbuf->data), *recvcount, type_of(recvtype),
                                             comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoall_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                     integer sendtype, shaped* recvbuf,
                                                     const MPI_Count* recvcount, integer recvtype,
                                                     integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoall_wrapper_f08_c, "ompi_ineighbor_alltoall_wrapper_f08_c")(
                                                                                                               sendbuf,
                                                                                                               sendcount,
                                                                                                               sendtype,
                                                                                                               recvbuf,
                                                                                                               recvcount,
                                                                                                               recvtype,
                                                                                                               comm,
                                                                                                               request,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoall_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                              address(recvbuf->data), *recvcount, type_of(recvtype),
                                              comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoall_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcount,
                                                         integer sendtype, shaped* recvbuf,
                                                         const MPI_Count* recvcount, integer recvtype,
                                                         integer comm, integer info, MPI_Fint* request,
                                                         MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoall_init_wrapper_f08_c, "ompi_neighbor_alltoall_init_wrapper_f08_c")(
                                                                                                                       sendbuf,
                                                                                                                       sendcount,
                                                                                                                       sendtype,
                                                                                                                       recvbuf,
                                                                                                                       recvcount,
                                                                                                                       recvtype,
                                                                                                                       comm,
                                                                                                                       info,
                                                                                                                       request,
                                                                                                                       ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoall_init_c(address(sendbuf->data), *sendcount, type_of(sendtype),
                                                  address(recvbuf->data), *recvcount, type_of(recvtype),
                                                  comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                     const MPI_Aint* sdispls, integer sendtype,
                                                     shaped* recvbuf, const MPI_Count* recvcounts,
                                                     const MPI_Aint* rdispls, integer recvtype, integer comm,
                                                     MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallv_wrapper_f08_c, "ompi_neighbor_alltoallv_wrapper_f08_c")(
                                                                                                               sendbuf,
                                                                                                               sendcounts,
                                                                                                               sdispls,
                                                                                                               sendtype,
                                                                                                               recvbuf,
                                                                                                               recvcounts,
                                                                                                               rdispls,
                                                                                                               recvtype,
                                                                                                               comm,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallv_c(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                              address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                              comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoallv_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                      const MPI_Aint* sdispls, integer sendtype,
                                                      shaped* recvbuf, const MPI_Count* recvcounts,
                                                      const MPI_Aint* rdispls, integer recvtype, integer comm,
                                                      MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoallv_wrapper_f08_c, "ompi_ineighbor_alltoallv_wrapper_f08_c")(
                                                                                                                 sendbuf,
                                                                                                                 sendcounts,
                                                                                                                 sdispls,
                                                                                                                 sendtype,
                                                                                                                 recvbuf,
                                                                                                                 recvcounts,
                                                                                                                 rdispls,
                                                                                                                 recvtype,
                                                                                                                 comm,
                                                                                                                 request,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallv_c(address(sendbuf->data), sendcounts, sdispls, type_of(sendtype),
                                               address(recvbuf->data), recvcounts, rdispls, type_of(recvtype),
                                               comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallv_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                          const MPI_Aint* sdispls, integer sendtype,
                                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                                          const MPI_Aint* rdispls, integer recvtype,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallv_init_wrapper_f08_c, "ompi_neighbor_alltoallv_init_wrapper_f08_c")(
                                                                                                                         sendbuf,
                                                                                                                         sendcounts,
                                                                                                                         sdispls,
                                                                                                                         sendtype,
                                                                                                                         recvbuf,
                                                                                                                         recvcounts,
                                                                                                                         rdispls,
                                                                                                                         recvtype,
                                                                                                                         comm,
                                                                                                                         info,
                                                                                                                         request,
                                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallv_init_c(address(sendbuf->data), sendcounts, sdispls,
                                                   type_of(sendtype), address(recvbuf->data), recvcounts,
                                                   rdispls, type_of(recvtype), comm_of(comm),
                                                   PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                     const MPI_Aint* sdispls, integer sendtypes,
                                                     shaped* recvbuf, const MPI_Count* recvcounts,
                                                     const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                                     MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallw_wrapper_f08_c, "ompi_neighbor_alltoallw_wrapper_f08_c")(
                                                                                                               sendbuf,
                                                                                                               sendcounts,
                                                                                                               sdispls,
                                                                                                               sendtypes,
                                                                                                               recvbuf,
                                                                                                               recvcounts,
                                                                                                               rdispls,
                                                                                                               recvtypes,
                                                                                                               comm,
                                                                                                               ierr);
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallw_c(address(sendbuf->data), sendcounts, sdispls,
                                              types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                              address(recvbuf->data), recvcounts, rdispls,
                                              types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                              comm_of(comm));
  give(ierr, code);
}

TUTTI_API void ompi_ineighbor_alltoallw_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                      const MPI_Aint* sdispls, integer sendtypes,
                                                      shaped* recvbuf, const MPI_Count* recvcounts,
                                                      const MPI_Aint* rdispls, integer recvtypes,
                                                      integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_ineighbor_alltoallw_wrapper_f08_c, "ompi_ineighbor_alltoallw_wrapper_f08_c")(
                                                                                                                 sendbuf,
                                                                                                                 sendcounts,
                                                                                                                 sdispls,
                                                                                                                 sendtypes,
                                                                                                                 recvbuf,
                                                                                                                 recvcounts,
                                                                                                                 rdispls,
                                                                                                                 recvtypes,
                                                                                                                 comm,
                                                                                                                 request,
                                                                                                                 ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallw_c(address(sendbuf->data), sendcounts, sdispls,
                                               types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                               address(recvbuf->data), recvcounts, rdispls,
                                               types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                               comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}

TUTTI_API void ompi_neighbor_alltoallw_init_wrapper_f08_c(shaped* sendbuf, const MPI_Count* sendcounts,
                                                          const MPI_Aint* sdispls, integer sendtypes,
                                                          shaped* recvbuf, const MPI_Count* recvcounts,
                                                          const MPI_Aint* rdispls, integer recvtypes,
                                                          integer comm, integer info, MPI_Fint* request,
                                                          MPI_Fint* ierr) {
  if (!dense(sendbuf, recvbuf))
    return library_definition(&ompi_neighbor_alltoallw_init_wrapper_f08_c, "ompi_neighbor_alltoallw_init_wrapper_f08_c")(
                                                                                                                         sendbuf,
                                                                                                                         sendcounts,
                                                                                                                         sdispls,
                                                                                                                         sendtypes,
                                                                                                                         recvbuf,
                                                                                                                         recvcounts,
                                                                                                                         rdispls,
                                                                                                                         recvtypes,
                                                                                                                         comm,
                                                                                                                         info,
                                                                                                                         request,
                                                                                                                         ierr);
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallw_init_c(address(sendbuf->data), sendcounts, sdispls,
                                                   types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                                   address(recvbuf->data), recvcounts, rdispls,
                                                   types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                                   comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
#endif

}  // extern "C"
