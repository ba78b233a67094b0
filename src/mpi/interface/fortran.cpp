// Written by scripts/signatures from src/mpi/library/signatures.txt.
// The Fortran symbols of Open MPI's collectives (fortran.hpp), in all compilers' spellings.

#include "mpi/interface/fortran.hpp"

#include "tutti/tutti.h"

using namespace tutti::mpi::fortran;

// clang-format off
extern "C" {

TUTTI_API void ompi_barrier_f(integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Barrier(comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_barrier_f) mpi_barrier_
    __attribute__((alias("ompi_barrier_f")));
TUTTI_API decltype(ompi_barrier_f) mpi_barrier__
    __attribute__((alias("ompi_barrier_f")));
TUTTI_API decltype(ompi_barrier_f) MPI_BARRIER
    __attribute__((alias("ompi_barrier_f")));
TUTTI_API void ompi_ibarrier_f(integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ibarrier(comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ibarrier_f) mpi_ibarrier_
    __attribute__((alias("ompi_ibarrier_f")));
TUTTI_API decltype(ompi_ibarrier_f) mpi_ibarrier__
    __attribute__((alias("ompi_ibarrier_f")));
TUTTI_API decltype(ompi_ibarrier_f) MPI_IBARRIER
    __attribute__((alias("ompi_ibarrier_f")));
TUTTI_API void ompi_barrier_init_f(integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Barrier_init(comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_barrier_init_f) mpi_barrier_init_
    __attribute__((alias("ompi_barrier_init_f")));
TUTTI_API decltype(ompi_barrier_init_f) mpi_barrier_init__
    __attribute__((alias("ompi_barrier_init_f")));
TUTTI_API decltype(ompi_barrier_init_f) MPI_BARRIER_INIT
    __attribute__((alias("ompi_barrier_init_f")));
TUTTI_API decltype(ompi_barrier_init_f) ompix_barrier_init_f
    __attribute__((alias("ompi_barrier_init_f")));
TUTTI_API decltype(ompi_barrier_init_f) mpix_barrier_init_
    __attribute__((alias("ompi_barrier_init_f")));
TUTTI_API decltype(ompi_barrier_init_f) mpix_barrier_init__
    __attribute__((alias("ompi_barrier_init_f")));

TUTTI_API void ompi_bcast_f(void* buffer, integer count, integer type, integer root, integer comm,
                            MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Bcast(address(buffer), *count, type_of(type), *root, comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_bcast_f) mpi_bcast_
    __attribute__((alias("ompi_bcast_f")));
TUTTI_API decltype(ompi_bcast_f) mpi_bcast__
    __attribute__((alias("ompi_bcast_f")));
TUTTI_API decltype(ompi_bcast_f) MPI_BCAST
    __attribute__((alias("ompi_bcast_f")));
TUTTI_API void ompi_ibcast_f(void* buffer, integer count, integer type, integer root, integer comm,
                             MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ibcast(address(buffer), *count, type_of(type), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ibcast_f) mpi_ibcast_
    __attribute__((alias("ompi_ibcast_f")));
TUTTI_API decltype(ompi_ibcast_f) mpi_ibcast__
    __attribute__((alias("ompi_ibcast_f")));
TUTTI_API decltype(ompi_ibcast_f) MPI_IBCAST
    __attribute__((alias("ompi_ibcast_f")));
TUTTI_API void ompi_bcast_init_f(void* buffer, integer count, integer type, integer root, integer comm,
                                 integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Bcast_init(address(buffer), *count, type_of(type), *root, comm_of(comm),
                                    PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_bcast_init_f) mpi_bcast_init_
    __attribute__((alias("ompi_bcast_init_f")));
TUTTI_API decltype(ompi_bcast_init_f) mpi_bcast_init__
    __attribute__((alias("ompi_bcast_init_f")));
TUTTI_API decltype(ompi_bcast_init_f) MPI_BCAST_INIT
    __attribute__((alias("ompi_bcast_init_f")));
TUTTI_API decltype(ompi_bcast_init_f) ompix_bcast_init_f
    __attribute__((alias("ompi_bcast_init_f")));
TUTTI_API decltype(ompi_bcast_init_f) mpix_bcast_init_
    __attribute__((alias("ompi_bcast_init_f")));
TUTTI_API decltype(ompi_bcast_init_f) mpix_bcast_init__
    __attribute__((alias("ompi_bcast_init_f")));

TUTTI_API void ompi_gather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                             integer recvcount, integer recvtype, integer root, integer comm,
                             MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
                                type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_gather_f) mpi_gather_
    __attribute__((alias("ompi_gather_f")));
TUTTI_API decltype(ompi_gather_f) mpi_gather__
    __attribute__((alias("ompi_gather_f")));
TUTTI_API decltype(ompi_gather_f) MPI_GATHER
    __attribute__((alias("ompi_gather_f")));
TUTTI_API void ompi_igather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcount, integer recvtype, integer root, integer comm,
                              MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                 *recvcount, type_of(recvtype), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_igather_f) mpi_igather_
    __attribute__((alias("ompi_igather_f")));
TUTTI_API decltype(ompi_igather_f) mpi_igather__
    __attribute__((alias("ompi_igather_f")));
TUTTI_API decltype(ompi_igather_f) MPI_IGATHER
    __attribute__((alias("ompi_igather_f")));
TUTTI_API void ompi_gather_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                  integer recvcount, integer recvtype, integer root, integer comm,
                                  integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gather_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                     *recvcount, type_of(recvtype), *root, comm_of(comm),
                                     PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_gather_init_f) mpi_gather_init_
    __attribute__((alias("ompi_gather_init_f")));
TUTTI_API decltype(ompi_gather_init_f) mpi_gather_init__
    __attribute__((alias("ompi_gather_init_f")));
TUTTI_API decltype(ompi_gather_init_f) MPI_GATHER_INIT
    __attribute__((alias("ompi_gather_init_f")));
TUTTI_API decltype(ompi_gather_init_f) ompix_gather_init_f
    __attribute__((alias("ompi_gather_init_f")));
TUTTI_API decltype(ompi_gather_init_f) mpix_gather_init_
    __attribute__((alias("ompi_gather_init_f")));
TUTTI_API decltype(ompi_gather_init_f) mpix_gather_init__
    __attribute__((alias("ompi_gather_init_f")));

TUTTI_API void ompi_gatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcounts, integer displs, integer recvtype, integer root,
                              integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Gatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                 recvcounts, displs, type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_gatherv_f) mpi_gatherv_
    __attribute__((alias("ompi_gatherv_f")));
TUTTI_API decltype(ompi_gatherv_f) mpi_gatherv__
    __attribute__((alias("ompi_gatherv_f")));
TUTTI_API decltype(ompi_gatherv_f) MPI_GATHERV
    __attribute__((alias("ompi_gatherv_f")));
TUTTI_API void ompi_igatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcounts, integer displs, integer recvtype, integer root,
                               integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Igatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                  recvcounts, displs, type_of(recvtype), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_igatherv_f) mpi_igatherv_
    __attribute__((alias("ompi_igatherv_f")));
TUTTI_API decltype(ompi_igatherv_f) mpi_igatherv__
    __attribute__((alias("ompi_igatherv_f")));
TUTTI_API decltype(ompi_igatherv_f) MPI_IGATHERV
    __attribute__((alias("ompi_igatherv_f")));
TUTTI_API void ompi_gatherv_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                   integer recvcounts, integer displs, integer recvtype, integer root,
                                   integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Gatherv_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                      recvcounts, displs, type_of(recvtype), *root, comm_of(comm),
                                      PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_gatherv_init_f) mpi_gatherv_init_
    __attribute__((alias("ompi_gatherv_init_f")));
TUTTI_API decltype(ompi_gatherv_init_f) mpi_gatherv_init__
    __attribute__((alias("ompi_gatherv_init_f")));
TUTTI_API decltype(ompi_gatherv_init_f) MPI_GATHERV_INIT
    __attribute__((alias("ompi_gatherv_init_f")));
TUTTI_API decltype(ompi_gatherv_init_f) ompix_gatherv_init_f
    __attribute__((alias("ompi_gatherv_init_f")));
TUTTI_API decltype(ompi_gatherv_init_f) mpix_gatherv_init_
    __attribute__((alias("ompi_gatherv_init_f")));
TUTTI_API decltype(ompi_gatherv_init_f) mpix_gatherv_init__
    __attribute__((alias("ompi_gatherv_init_f")));

TUTTI_API void ompi_scatter_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                              integer recvcount, integer recvtype, integer root, integer comm,
                              MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatter(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                 *recvcount, type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_scatter_f) mpi_scatter_
    __attribute__((alias("ompi_scatter_f")));
TUTTI_API decltype(ompi_scatter_f) mpi_scatter__
    __attribute__((alias("ompi_scatter_f")));
TUTTI_API decltype(ompi_scatter_f) MPI_SCATTER
    __attribute__((alias("ompi_scatter_f")));
TUTTI_API void ompi_iscatter_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcount, integer recvtype, integer root, integer comm,
                               MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatter(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                  *recvcount, type_of(recvtype), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iscatter_f) mpi_iscatter_
    __attribute__((alias("ompi_iscatter_f")));
TUTTI_API decltype(ompi_iscatter_f) mpi_iscatter__
    __attribute__((alias("ompi_iscatter_f")));
TUTTI_API decltype(ompi_iscatter_f) MPI_ISCATTER
    __attribute__((alias("ompi_iscatter_f")));
TUTTI_API void ompi_scatter_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                   integer recvcount, integer recvtype, integer root, integer comm,
                                   integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatter_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                      *recvcount, type_of(recvtype), *root, comm_of(comm),
                                      PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_scatter_init_f) mpi_scatter_init_
    __attribute__((alias("ompi_scatter_init_f")));
TUTTI_API decltype(ompi_scatter_init_f) mpi_scatter_init__
    __attribute__((alias("ompi_scatter_init_f")));
TUTTI_API decltype(ompi_scatter_init_f) MPI_SCATTER_INIT
    __attribute__((alias("ompi_scatter_init_f")));
TUTTI_API decltype(ompi_scatter_init_f) ompix_scatter_init_f
    __attribute__((alias("ompi_scatter_init_f")));
TUTTI_API decltype(ompi_scatter_init_f) mpix_scatter_init_
    __attribute__((alias("ompi_scatter_init_f")));
TUTTI_API decltype(ompi_scatter_init_f) mpix_scatter_init__
    __attribute__((alias("ompi_scatter_init_f")));

TUTTI_API void ompi_scatterv_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                               void* recvbuf, integer recvcount, integer recvtype, integer root, integer comm,
                               MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scatterv(address(sendbuf), sendcounts, displs, type_of(sendtype), address(recvbuf),
                                  *recvcount, type_of(recvtype), *root, comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_scatterv_f) mpi_scatterv_
    __attribute__((alias("ompi_scatterv_f")));
TUTTI_API decltype(ompi_scatterv_f) mpi_scatterv__
    __attribute__((alias("ompi_scatterv_f")));
TUTTI_API decltype(ompi_scatterv_f) MPI_SCATTERV
    __attribute__((alias("ompi_scatterv_f")));
TUTTI_API void ompi_iscatterv_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                                void* recvbuf, integer recvcount, integer recvtype, integer root,
                                integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscatterv(address(sendbuf), sendcounts, displs, type_of(sendtype), address(recvbuf),
                                   *recvcount, type_of(recvtype), *root, comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iscatterv_f) mpi_iscatterv_
    __attribute__((alias("ompi_iscatterv_f")));
TUTTI_API decltype(ompi_iscatterv_f) mpi_iscatterv__
    __attribute__((alias("ompi_iscatterv_f")));
TUTTI_API decltype(ompi_iscatterv_f) MPI_ISCATTERV
    __attribute__((alias("ompi_iscatterv_f")));
TUTTI_API void ompi_scatterv_init_f(void* sendbuf, integer sendcounts, integer displs, integer sendtype,
                                    void* recvbuf, integer recvcount, integer recvtype, integer root,
                                    integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scatterv_init(address(sendbuf), sendcounts, displs, type_of(sendtype),
                                       address(recvbuf), *recvcount, type_of(recvtype), *root, comm_of(comm),
                                       PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_scatterv_init_f) mpi_scatterv_init_
    __attribute__((alias("ompi_scatterv_init_f")));
TUTTI_API decltype(ompi_scatterv_init_f) mpi_scatterv_init__
    __attribute__((alias("ompi_scatterv_init_f")));
TUTTI_API decltype(ompi_scatterv_init_f) MPI_SCATTERV_INIT
    __attribute__((alias("ompi_scatterv_init_f")));
TUTTI_API decltype(ompi_scatterv_init_f) ompix_scatterv_init_f
    __attribute__((alias("ompi_scatterv_init_f")));
TUTTI_API decltype(ompi_scatterv_init_f) mpix_scatterv_init_
    __attribute__((alias("ompi_scatterv_init_f")));
TUTTI_API decltype(ompi_scatterv_init_f) mpix_scatterv_init__
    __attribute__((alias("ompi_scatterv_init_f")));

TUTTI_API void ompi_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                   *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_allgather_f) mpi_allgather_
    __attribute__((alias("ompi_allgather_f")));
TUTTI_API decltype(ompi_allgather_f) mpi_allgather__
    __attribute__((alias("ompi_allgather_f")));
TUTTI_API decltype(ompi_allgather_f) MPI_ALLGATHER
    __attribute__((alias("ompi_allgather_f")));
TUTTI_API void ompi_iallgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                 integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                 MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                    *recvcount, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iallgather_f) mpi_iallgather_
    __attribute__((alias("ompi_iallgather_f")));
TUTTI_API decltype(ompi_iallgather_f) mpi_iallgather__
    __attribute__((alias("ompi_iallgather_f")));
TUTTI_API decltype(ompi_iallgather_f) MPI_IALLGATHER
    __attribute__((alias("ompi_iallgather_f")));
TUTTI_API void ompi_allgather_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                     integer recvcount, integer recvtype, integer comm, integer info,
                                     MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgather_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                        *recvcount, type_of(recvtype), comm_of(comm), PMPI_Info_f2c(*info),
                                        &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_allgather_init_f) mpi_allgather_init_
    __attribute__((alias("ompi_allgather_init_f")));
TUTTI_API decltype(ompi_allgather_init_f) mpi_allgather_init__
    __attribute__((alias("ompi_allgather_init_f")));
TUTTI_API decltype(ompi_allgather_init_f) MPI_ALLGATHER_INIT
    __attribute__((alias("ompi_allgather_init_f")));
TUTTI_API decltype(ompi_allgather_init_f) ompix_allgather_init_f
    __attribute__((alias("ompi_allgather_init_f")));
TUTTI_API decltype(ompi_allgather_init_f) mpix_allgather_init_
    __attribute__((alias("ompi_allgather_init_f")));
TUTTI_API decltype(ompi_allgather_init_f) mpix_allgather_init__
    __attribute__((alias("ompi_allgather_init_f")));

TUTTI_API void ompi_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                 integer recvcounts, integer displs, integer recvtype, integer comm,
                                 MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allgatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                    recvcounts, displs, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_allgatherv_f) mpi_allgatherv_
    __attribute__((alias("ompi_allgatherv_f")));
TUTTI_API decltype(ompi_allgatherv_f) mpi_allgatherv__
    __attribute__((alias("ompi_allgatherv_f")));
TUTTI_API decltype(ompi_allgatherv_f) MPI_ALLGATHERV
    __attribute__((alias("ompi_allgatherv_f")));
TUTTI_API void ompi_iallgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                  integer recvcounts, integer displs, integer recvtype, integer comm,
                                  MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallgatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                     recvcounts, displs, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iallgatherv_f) mpi_iallgatherv_
    __attribute__((alias("ompi_iallgatherv_f")));
TUTTI_API decltype(ompi_iallgatherv_f) mpi_iallgatherv__
    __attribute__((alias("ompi_iallgatherv_f")));
TUTTI_API decltype(ompi_iallgatherv_f) MPI_IALLGATHERV
    __attribute__((alias("ompi_iallgatherv_f")));
TUTTI_API void ompi_allgatherv_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                      integer recvcounts, integer displs, integer recvtype, integer comm,
                                      integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allgatherv_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                         recvcounts, displs, type_of(recvtype), comm_of(comm),
                                         PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_allgatherv_init_f) mpi_allgatherv_init_
    __attribute__((alias("ompi_allgatherv_init_f")));
TUTTI_API decltype(ompi_allgatherv_init_f) mpi_allgatherv_init__
    __attribute__((alias("ompi_allgatherv_init_f")));
TUTTI_API decltype(ompi_allgatherv_init_f) MPI_ALLGATHERV_INIT
    __attribute__((alias("ompi_allgatherv_init_f")));
TUTTI_API decltype(ompi_allgatherv_init_f) ompix_allgatherv_init_f
    __attribute__((alias("ompi_allgatherv_init_f")));
TUTTI_API decltype(ompi_allgatherv_init_f) mpix_allgatherv_init_
    __attribute__((alias("ompi_allgatherv_init_f")));
TUTTI_API decltype(ompi_allgatherv_init_f) mpix_allgatherv_init__
    __attribute__((alias("ompi_allgatherv_init_f")));

TUTTI_API void ompi_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                               integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                  *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_alltoall_f) mpi_alltoall_
    __attribute__((alias("ompi_alltoall_f")));
TUTTI_API decltype(ompi_alltoall_f) mpi_alltoall__
    __attribute__((alias("ompi_alltoall_f")));
TUTTI_API decltype(ompi_alltoall_f) MPI_ALLTOALL
    __attribute__((alias("ompi_alltoall_f")));
TUTTI_API void ompi_ialltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                   *recvcount, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ialltoall_f) mpi_ialltoall_
    __attribute__((alias("ompi_ialltoall_f")));
TUTTI_API decltype(ompi_ialltoall_f) mpi_ialltoall__
    __attribute__((alias("ompi_ialltoall_f")));
TUTTI_API decltype(ompi_ialltoall_f) MPI_IALLTOALL
    __attribute__((alias("ompi_ialltoall_f")));
TUTTI_API void ompi_alltoall_init_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                    integer recvcount, integer recvtype, integer comm, integer info,
                                    MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoall_init(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                       *recvcount, type_of(recvtype), comm_of(comm), PMPI_Info_f2c(*info),
                                       &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_alltoall_init_f) mpi_alltoall_init_
    __attribute__((alias("ompi_alltoall_init_f")));
TUTTI_API decltype(ompi_alltoall_init_f) mpi_alltoall_init__
    __attribute__((alias("ompi_alltoall_init_f")));
TUTTI_API decltype(ompi_alltoall_init_f) MPI_ALLTOALL_INIT
    __attribute__((alias("ompi_alltoall_init_f")));
TUTTI_API decltype(ompi_alltoall_init_f) ompix_alltoall_init_f
    __attribute__((alias("ompi_alltoall_init_f")));
TUTTI_API decltype(ompi_alltoall_init_f) mpix_alltoall_init_
    __attribute__((alias("ompi_alltoall_init_f")));
TUTTI_API decltype(ompi_alltoall_init_f) mpix_alltoall_init__
    __attribute__((alias("ompi_alltoall_init_f")));

TUTTI_API void ompi_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
                                   recvcounts, rdispls, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_alltoallv_f) mpi_alltoallv_
    __attribute__((alias("ompi_alltoallv_f")));
TUTTI_API decltype(ompi_alltoallv_f) mpi_alltoallv__
    __attribute__((alias("ompi_alltoallv_f")));
TUTTI_API decltype(ompi_alltoallv_f) MPI_ALLTOALLV
    __attribute__((alias("ompi_alltoallv_f")));
TUTTI_API void ompi_ialltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                 void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype),
                                    address(recvbuf), recvcounts, rdispls, type_of(recvtype), comm_of(comm),
                                    &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ialltoallv_f) mpi_ialltoallv_
    __attribute__((alias("ompi_ialltoallv_f")));
TUTTI_API decltype(ompi_ialltoallv_f) mpi_ialltoallv__
    __attribute__((alias("ompi_ialltoallv_f")));
TUTTI_API decltype(ompi_ialltoallv_f) MPI_IALLTOALLV
    __attribute__((alias("ompi_ialltoallv_f")));
TUTTI_API void ompi_alltoallv_init_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                     void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallv_init(address(sendbuf), sendcounts, sdispls, type_of(sendtype),
                                        address(recvbuf), recvcounts, rdispls, type_of(recvtype),
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_alltoallv_init_f) mpi_alltoallv_init_
    __attribute__((alias("ompi_alltoallv_init_f")));
TUTTI_API decltype(ompi_alltoallv_init_f) mpi_alltoallv_init__
    __attribute__((alias("ompi_alltoallv_init_f")));
TUTTI_API decltype(ompi_alltoallv_init_f) MPI_ALLTOALLV_INIT
    __attribute__((alias("ompi_alltoallv_init_f")));
TUTTI_API decltype(ompi_alltoallv_init_f) ompix_alltoallv_init_f
    __attribute__((alias("ompi_alltoallv_init_f")));
TUTTI_API decltype(ompi_alltoallv_init_f) mpix_alltoallv_init_
    __attribute__((alias("ompi_alltoallv_init_f")));
TUTTI_API decltype(ompi_alltoallv_init_f) mpix_alltoallv_init__
    __attribute__((alias("ompi_alltoallv_init_f")));

TUTTI_API void ompi_alltoallw_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Alltoallw(address(sendbuf), sendcounts, sdispls,
                                   types(sendtypes, address(sendbuf), comm_of(comm)).data(), address(recvbuf),
                                   recvcounts, rdispls,
                                   types(recvtypes, address(recvbuf), comm_of(comm)).data(), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_alltoallw_f) mpi_alltoallw_
    __attribute__((alias("ompi_alltoallw_f")));
TUTTI_API decltype(ompi_alltoallw_f) mpi_alltoallw__
    __attribute__((alias("ompi_alltoallw_f")));
TUTTI_API decltype(ompi_alltoallw_f) MPI_ALLTOALLW
    __attribute__((alias("ompi_alltoallw_f")));
TUTTI_API void ompi_ialltoallw_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                 void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ialltoallw(address(sendbuf), sendcounts, sdispls,
                                    types(sendtypes, address(sendbuf), comm_of(comm)).data(),
                                    address(recvbuf), recvcounts, rdispls,
                                    types(recvtypes, address(recvbuf), comm_of(comm)).data(), comm_of(comm),
                                    &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ialltoallw_f) mpi_ialltoallw_
    __attribute__((alias("ompi_ialltoallw_f")));
TUTTI_API decltype(ompi_ialltoallw_f) mpi_ialltoallw__
    __attribute__((alias("ompi_ialltoallw_f")));
TUTTI_API decltype(ompi_ialltoallw_f) MPI_IALLTOALLW
    __attribute__((alias("ompi_ialltoallw_f")));
TUTTI_API void ompi_alltoallw_init_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes,
                                     void* recvbuf, integer recvcounts, integer rdispls, integer recvtypes,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Alltoallw_init(address(sendbuf), sendcounts, sdispls,
                                        types(sendtypes, address(sendbuf), comm_of(comm)).data(),
                                        address(recvbuf), recvcounts, rdispls,
                                        types(recvtypes, address(recvbuf), comm_of(comm)).data(),
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_alltoallw_init_f) mpi_alltoallw_init_
    __attribute__((alias("ompi_alltoallw_init_f")));
TUTTI_API decltype(ompi_alltoallw_init_f) mpi_alltoallw_init__
    __attribute__((alias("ompi_alltoallw_init_f")));
TUTTI_API decltype(ompi_alltoallw_init_f) MPI_ALLTOALLW_INIT
    __attribute__((alias("ompi_alltoallw_init_f")));
TUTTI_API decltype(ompi_alltoallw_init_f) ompix_alltoallw_init_f
    __attribute__((alias("ompi_alltoallw_init_f")));
TUTTI_API decltype(ompi_alltoallw_init_f) mpix_alltoallw_init_
    __attribute__((alias("ompi_alltoallw_init_f")));
TUTTI_API decltype(ompi_alltoallw_init_f) mpix_alltoallw_init__
    __attribute__((alias("ompi_alltoallw_init_f")));

TUTTI_API void ompi_reduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                             integer root, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root,
                                comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_reduce_f) mpi_reduce_
    __attribute__((alias("ompi_reduce_f")));
TUTTI_API decltype(ompi_reduce_f) mpi_reduce__
    __attribute__((alias("ompi_reduce_f")));
TUTTI_API decltype(ompi_reduce_f) MPI_REDUCE
    __attribute__((alias("ompi_reduce_f")));
TUTTI_API void ompi_ireduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                              integer root, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root,
                                 comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ireduce_f) mpi_ireduce_
    __attribute__((alias("ompi_ireduce_f")));
TUTTI_API decltype(ompi_ireduce_f) mpi_ireduce__
    __attribute__((alias("ompi_ireduce_f")));
TUTTI_API decltype(ompi_ireduce_f) MPI_IREDUCE
    __attribute__((alias("ompi_ireduce_f")));
TUTTI_API void ompi_reduce_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                  integer root, integer comm, integer info, MPI_Fint* request,
                                  MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_init(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                     *root, comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_reduce_init_f) mpi_reduce_init_
    __attribute__((alias("ompi_reduce_init_f")));
TUTTI_API decltype(ompi_reduce_init_f) mpi_reduce_init__
    __attribute__((alias("ompi_reduce_init_f")));
TUTTI_API decltype(ompi_reduce_init_f) MPI_REDUCE_INIT
    __attribute__((alias("ompi_reduce_init_f")));
TUTTI_API decltype(ompi_reduce_init_f) ompix_reduce_init_f
    __attribute__((alias("ompi_reduce_init_f")));
TUTTI_API decltype(ompi_reduce_init_f) mpix_reduce_init_
    __attribute__((alias("ompi_reduce_init_f")));
TUTTI_API decltype(ompi_reduce_init_f) mpix_reduce_init__
    __attribute__((alias("ompi_reduce_init_f")));

TUTTI_API void ompi_allreduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Allreduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                   comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_allreduce_f) mpi_allreduce_
    __attribute__((alias("ompi_allreduce_f")));
TUTTI_API decltype(ompi_allreduce_f) mpi_allreduce__
    __attribute__((alias("ompi_allreduce_f")));
TUTTI_API decltype(ompi_allreduce_f) MPI_ALLREDUCE
    __attribute__((alias("ompi_allreduce_f")));
TUTTI_API void ompi_iallreduce_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                 integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iallreduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                    comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iallreduce_f) mpi_iallreduce_
    __attribute__((alias("ompi_iallreduce_f")));
TUTTI_API decltype(ompi_iallreduce_f) mpi_iallreduce__
    __attribute__((alias("ompi_iallreduce_f")));
TUTTI_API decltype(ompi_iallreduce_f) MPI_IALLREDUCE
    __attribute__((alias("ompi_iallreduce_f")));
TUTTI_API void ompi_allreduce_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                     integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Allreduce_init(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                        comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_allreduce_init_f) mpi_allreduce_init_
    __attribute__((alias("ompi_allreduce_init_f")));
TUTTI_API decltype(ompi_allreduce_init_f) mpi_allreduce_init__
    __attribute__((alias("ompi_allreduce_init_f")));
TUTTI_API decltype(ompi_allreduce_init_f) MPI_ALLREDUCE_INIT
    __attribute__((alias("ompi_allreduce_init_f")));
TUTTI_API decltype(ompi_allreduce_init_f) ompix_allreduce_init_f
    __attribute__((alias("ompi_allreduce_init_f")));
TUTTI_API decltype(ompi_allreduce_init_f) mpix_allreduce_init_
    __attribute__((alias("ompi_allreduce_init_f")));
TUTTI_API decltype(ompi_allreduce_init_f) mpix_allreduce_init__
    __attribute__((alias("ompi_allreduce_init_f")));

TUTTI_API void ompi_reduce_scatter_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                     integer op, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter(address(sendbuf), address(recvbuf), recvcounts, type_of(type),
                                        op_of(op), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_reduce_scatter_f) mpi_reduce_scatter_
    __attribute__((alias("ompi_reduce_scatter_f")));
TUTTI_API decltype(ompi_reduce_scatter_f) mpi_reduce_scatter__
    __attribute__((alias("ompi_reduce_scatter_f")));
TUTTI_API decltype(ompi_reduce_scatter_f) MPI_REDUCE_SCATTER
    __attribute__((alias("ompi_reduce_scatter_f")));
TUTTI_API void ompi_ireduce_scatter_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                      integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter(address(sendbuf), address(recvbuf), recvcounts, type_of(type),
                                         op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ireduce_scatter_f) mpi_ireduce_scatter_
    __attribute__((alias("ompi_ireduce_scatter_f")));
TUTTI_API decltype(ompi_ireduce_scatter_f) mpi_ireduce_scatter__
    __attribute__((alias("ompi_ireduce_scatter_f")));
TUTTI_API decltype(ompi_ireduce_scatter_f) MPI_IREDUCE_SCATTER
    __attribute__((alias("ompi_ireduce_scatter_f")));
TUTTI_API void ompi_reduce_scatter_init_f(void* sendbuf, void* recvbuf, integer recvcounts, integer type,
                                          integer op, integer comm, integer info, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_init(address(sendbuf), address(recvbuf), recvcounts, type_of(type),
                                             op_of(op), comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_reduce_scatter_init_f) mpi_reduce_scatter_init_
    __attribute__((alias("ompi_reduce_scatter_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_init_f) mpi_reduce_scatter_init__
    __attribute__((alias("ompi_reduce_scatter_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_init_f) MPI_REDUCE_SCATTER_INIT
    __attribute__((alias("ompi_reduce_scatter_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_init_f) ompix_reduce_scatter_init_f
    __attribute__((alias("ompi_reduce_scatter_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_init_f) mpix_reduce_scatter_init_
    __attribute__((alias("ompi_reduce_scatter_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_init_f) mpix_reduce_scatter_init__
    __attribute__((alias("ompi_reduce_scatter_init_f")));

TUTTI_API void ompi_reduce_scatter_block_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                           integer op, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Reduce_scatter_block(address(sendbuf), address(recvbuf), *recvcount, type_of(type),
                                              op_of(op), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_reduce_scatter_block_f) mpi_reduce_scatter_block_
    __attribute__((alias("ompi_reduce_scatter_block_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_f) mpi_reduce_scatter_block__
    __attribute__((alias("ompi_reduce_scatter_block_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_f) MPI_REDUCE_SCATTER_BLOCK
    __attribute__((alias("ompi_reduce_scatter_block_f")));
TUTTI_API void ompi_ireduce_scatter_block_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                            integer op, integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ireduce_scatter_block(address(sendbuf), address(recvbuf), *recvcount, type_of(type),
                                               op_of(op), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ireduce_scatter_block_f) mpi_ireduce_scatter_block_
    __attribute__((alias("ompi_ireduce_scatter_block_f")));
TUTTI_API decltype(ompi_ireduce_scatter_block_f) mpi_ireduce_scatter_block__
    __attribute__((alias("ompi_ireduce_scatter_block_f")));
TUTTI_API decltype(ompi_ireduce_scatter_block_f) MPI_IREDUCE_SCATTER_BLOCK
    __attribute__((alias("ompi_ireduce_scatter_block_f")));
TUTTI_API void ompi_reduce_scatter_block_init_f(void* sendbuf, void* recvbuf, integer recvcount, integer type,
                                                integer op, integer comm, integer info, MPI_Fint* request,
                                                MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Reduce_scatter_block_init(address(sendbuf), address(recvbuf), *recvcount,
                                                   type_of(type), op_of(op), comm_of(comm),
                                                   PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) mpi_reduce_scatter_block_init_
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) mpi_reduce_scatter_block_init__
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) MPI_REDUCE_SCATTER_BLOCK_INIT
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) ompix_reduce_scatter_block_init_f
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) mpix_reduce_scatter_block_init_
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));
TUTTI_API decltype(ompi_reduce_scatter_block_init_f) mpix_reduce_scatter_block_init__
    __attribute__((alias("ompi_reduce_scatter_block_init_f")));

TUTTI_API void ompi_scan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                           integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Scan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                              comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_scan_f) mpi_scan_
    __attribute__((alias("ompi_scan_f")));
TUTTI_API decltype(ompi_scan_f) mpi_scan__
    __attribute__((alias("ompi_scan_f")));
TUTTI_API decltype(ompi_scan_f) MPI_SCAN
    __attribute__((alias("ompi_scan_f")));
TUTTI_API void ompi_iscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                            integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iscan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                               comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iscan_f) mpi_iscan_
    __attribute__((alias("ompi_iscan_f")));
TUTTI_API decltype(ompi_iscan_f) mpi_iscan__
    __attribute__((alias("ompi_iscan_f")));
TUTTI_API decltype(ompi_iscan_f) MPI_ISCAN
    __attribute__((alias("ompi_iscan_f")));
TUTTI_API void ompi_scan_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Scan_init(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                   comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_scan_init_f) mpi_scan_init_
    __attribute__((alias("ompi_scan_init_f")));
TUTTI_API decltype(ompi_scan_init_f) mpi_scan_init__
    __attribute__((alias("ompi_scan_init_f")));
TUTTI_API decltype(ompi_scan_init_f) MPI_SCAN_INIT
    __attribute__((alias("ompi_scan_init_f")));
TUTTI_API decltype(ompi_scan_init_f) ompix_scan_init_f
    __attribute__((alias("ompi_scan_init_f")));
TUTTI_API decltype(ompi_scan_init_f) mpix_scan_init_
    __attribute__((alias("ompi_scan_init_f")));
TUTTI_API decltype(ompi_scan_init_f) mpix_scan_init__
    __attribute__((alias("ompi_scan_init_f")));

TUTTI_API void ompi_exscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                             integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Exscan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_exscan_f) mpi_exscan_
    __attribute__((alias("ompi_exscan_f")));
TUTTI_API decltype(ompi_exscan_f) mpi_exscan__
    __attribute__((alias("ompi_exscan_f")));
TUTTI_API decltype(ompi_exscan_f) MPI_EXSCAN
    __attribute__((alias("ompi_exscan_f")));
TUTTI_API void ompi_iexscan_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                              integer comm, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Iexscan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                 comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_iexscan_f) mpi_iexscan_
    __attribute__((alias("ompi_iexscan_f")));
TUTTI_API decltype(ompi_iexscan_f) mpi_iexscan__
    __attribute__((alias("ompi_iexscan_f")));
TUTTI_API decltype(ompi_iexscan_f) MPI_IEXSCAN
    __attribute__((alias("ompi_iexscan_f")));
TUTTI_API void ompi_exscan_init_f(void* sendbuf, void* recvbuf, integer count, integer type, integer op,
                                  integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Exscan_init(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                                     comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_exscan_init_f) mpi_exscan_init_
    __attribute__((alias("ompi_exscan_init_f")));
TUTTI_API decltype(ompi_exscan_init_f) mpi_exscan_init__
    __attribute__((alias("ompi_exscan_init_f")));
TUTTI_API decltype(ompi_exscan_init_f) MPI_EXSCAN_INIT
    __attribute__((alias("ompi_exscan_init_f")));
TUTTI_API decltype(ompi_exscan_init_f) ompix_exscan_init_f
    __attribute__((alias("ompi_exscan_init_f")));
TUTTI_API decltype(ompi_exscan_init_f) mpix_exscan_init_
    __attribute__((alias("ompi_exscan_init_f")));
TUTTI_API decltype(ompi_exscan_init_f) mpix_exscan_init__
    __attribute__((alias("ompi_exscan_init_f")));

TUTTI_API void ompi_neighbor_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                         integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                            *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_neighbor_allgather_f) mpi_neighbor_allgather_
    __attribute__((alias("ompi_neighbor_allgather_f")));
TUTTI_API decltype(ompi_neighbor_allgather_f) mpi_neighbor_allgather__
    __attribute__((alias("ompi_neighbor_allgather_f")));
TUTTI_API decltype(ompi_neighbor_allgather_f) MPI_NEIGHBOR_ALLGATHER
    __attribute__((alias("ompi_neighbor_allgather_f")));
TUTTI_API void ompi_ineighbor_allgather_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                          integer recvcount, integer recvtype, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgather(address(sendbuf), *sendcount, type_of(sendtype),
                                             address(recvbuf), *recvcount, type_of(recvtype), comm_of(comm),
                                             &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ineighbor_allgather_f) mpi_ineighbor_allgather_
    __attribute__((alias("ompi_ineighbor_allgather_f")));
TUTTI_API decltype(ompi_ineighbor_allgather_f) mpi_ineighbor_allgather__
    __attribute__((alias("ompi_ineighbor_allgather_f")));
TUTTI_API decltype(ompi_ineighbor_allgather_f) MPI_INEIGHBOR_ALLGATHER
    __attribute__((alias("ompi_ineighbor_allgather_f")));
TUTTI_API void ompi_neighbor_allgather_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                              void* recvbuf, integer recvcount, integer recvtype,
                                              integer comm, integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgather_init(address(sendbuf), *sendcount, type_of(sendtype),
                                                 address(recvbuf), *recvcount, type_of(recvtype),
                                                 comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_neighbor_allgather_init_f) mpi_neighbor_allgather_init_
    __attribute__((alias("ompi_neighbor_allgather_init_f")));
TUTTI_API decltype(ompi_neighbor_allgather_init_f) mpi_neighbor_allgather_init__
    __attribute__((alias("ompi_neighbor_allgather_init_f")));
TUTTI_API decltype(ompi_neighbor_allgather_init_f) MPI_NEIGHBOR_ALLGATHER_INIT
    __attribute__((alias("ompi_neighbor_allgather_init_f")));
TUTTI_API decltype(ompi_neighbor_allgather_init_f) ompix_neighbor_allgather_init_f
    __attribute__((alias("ompi_neighbor_allgather_init_f")));
TUTTI_API decltype(ompi_neighbor_allgather_init_f) mpix_neighbor_allgather_init_
    __attribute__((alias("ompi_neighbor_allgather_init_f")));
TUTTI_API decltype(ompi_neighbor_allgather_init_f) mpix_neighbor_allgather_init__
    __attribute__((alias("ompi_neighbor_allgather_init_f")));

TUTTI_API void ompi_neighbor_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                          integer recvcounts, integer displs, integer recvtype, integer comm,
                                          MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_allgatherv(address(sendbuf), *sendcount, type_of(sendtype),
                                             address(recvbuf), recvcounts, displs, type_of(recvtype),
                                             comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_neighbor_allgatherv_f) mpi_neighbor_allgatherv_
    __attribute__((alias("ompi_neighbor_allgatherv_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_f) mpi_neighbor_allgatherv__
    __attribute__((alias("ompi_neighbor_allgatherv_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_f) MPI_NEIGHBOR_ALLGATHERV
    __attribute__((alias("ompi_neighbor_allgatherv_f")));
TUTTI_API void ompi_ineighbor_allgatherv_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                           integer recvcounts, integer displs, integer recvtype, integer comm,
                                           MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_allgatherv(address(sendbuf), *sendcount, type_of(sendtype),
                                              address(recvbuf), recvcounts, displs, type_of(recvtype),
                                              comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ineighbor_allgatherv_f) mpi_ineighbor_allgatherv_
    __attribute__((alias("ompi_ineighbor_allgatherv_f")));
TUTTI_API decltype(ompi_ineighbor_allgatherv_f) mpi_ineighbor_allgatherv__
    __attribute__((alias("ompi_ineighbor_allgatherv_f")));
TUTTI_API decltype(ompi_ineighbor_allgatherv_f) MPI_INEIGHBOR_ALLGATHERV
    __attribute__((alias("ompi_ineighbor_allgatherv_f")));
TUTTI_API void ompi_neighbor_allgatherv_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                               void* recvbuf, integer recvcounts, integer displs,
                                               integer recvtype, integer comm, integer info,
                                               MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_allgatherv_init(address(sendbuf), *sendcount, type_of(sendtype),
                                                  address(recvbuf), recvcounts, displs, type_of(recvtype),
                                                  comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) mpi_neighbor_allgatherv_init_
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) mpi_neighbor_allgatherv_init__
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) MPI_NEIGHBOR_ALLGATHERV_INIT
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) ompix_neighbor_allgatherv_init_f
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) mpix_neighbor_allgatherv_init_
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));
TUTTI_API decltype(ompi_neighbor_allgatherv_init_f) mpix_neighbor_allgatherv_init__
    __attribute__((alias("ompi_neighbor_allgatherv_init_f")));

TUTTI_API void ompi_neighbor_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                        integer recvcount, integer recvtype, integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                           *recvcount, type_of(recvtype), comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_neighbor_alltoall_f) mpi_neighbor_alltoall_
    __attribute__((alias("ompi_neighbor_alltoall_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_f) mpi_neighbor_alltoall__
    __attribute__((alias("ompi_neighbor_alltoall_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_f) MPI_NEIGHBOR_ALLTOALL
    __attribute__((alias("ompi_neighbor_alltoall_f")));
TUTTI_API void ompi_ineighbor_alltoall_f(void* sendbuf, integer sendcount, integer sendtype, void* recvbuf,
                                         integer recvcount, integer recvtype, integer comm, MPI_Fint* request,
                                         MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                                            *recvcount, type_of(recvtype), comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ineighbor_alltoall_f) mpi_ineighbor_alltoall_
    __attribute__((alias("ompi_ineighbor_alltoall_f")));
TUTTI_API decltype(ompi_ineighbor_alltoall_f) mpi_ineighbor_alltoall__
    __attribute__((alias("ompi_ineighbor_alltoall_f")));
TUTTI_API decltype(ompi_ineighbor_alltoall_f) MPI_INEIGHBOR_ALLTOALL
    __attribute__((alias("ompi_ineighbor_alltoall_f")));
TUTTI_API void ompi_neighbor_alltoall_init_f(void* sendbuf, integer sendcount, integer sendtype,
                                             void* recvbuf, integer recvcount, integer recvtype, integer comm,
                                             integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoall_init(address(sendbuf), *sendcount, type_of(sendtype),
                                                address(recvbuf), *recvcount, type_of(recvtype),
                                                comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) mpi_neighbor_alltoall_init_
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) mpi_neighbor_alltoall_init__
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) MPI_NEIGHBOR_ALLTOALL_INIT
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) ompix_neighbor_alltoall_init_f
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) mpix_neighbor_alltoall_init_
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoall_init_f) mpix_neighbor_alltoall_init__
    __attribute__((alias("ompi_neighbor_alltoall_init_f")));

TUTTI_API void ompi_neighbor_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls, integer sendtype,
                                         void* recvbuf, integer recvcounts, integer rdispls, integer recvtype,
                                         integer comm, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype),
                                            address(recvbuf), recvcounts, rdispls, type_of(recvtype),
                                            comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_neighbor_alltoallv_f) mpi_neighbor_alltoallv_
    __attribute__((alias("ompi_neighbor_alltoallv_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_f) mpi_neighbor_alltoallv__
    __attribute__((alias("ompi_neighbor_alltoallv_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_f) MPI_NEIGHBOR_ALLTOALLV
    __attribute__((alias("ompi_neighbor_alltoallv_f")));
TUTTI_API void ompi_ineighbor_alltoallv_f(void* sendbuf, integer sendcounts, integer sdispls,
                                          integer sendtype, void* recvbuf, integer recvcounts,
                                          integer rdispls, integer recvtype, integer comm, MPI_Fint* request,
                                          MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype),
                                             address(recvbuf), recvcounts, rdispls, type_of(recvtype),
                                             comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ineighbor_alltoallv_f) mpi_ineighbor_alltoallv_
    __attribute__((alias("ompi_ineighbor_alltoallv_f")));
TUTTI_API decltype(ompi_ineighbor_alltoallv_f) mpi_ineighbor_alltoallv__
    __attribute__((alias("ompi_ineighbor_alltoallv_f")));
TUTTI_API decltype(ompi_ineighbor_alltoallv_f) MPI_INEIGHBOR_ALLTOALLV
    __attribute__((alias("ompi_ineighbor_alltoallv_f")));
TUTTI_API void ompi_neighbor_alltoallv_init_f(void* sendbuf, integer sendcounts, integer sdispls,
                                              integer sendtype, void* recvbuf, integer recvcounts,
                                              integer rdispls, integer recvtype, integer comm, integer info,
                                              MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallv_init(address(sendbuf), sendcounts, sdispls, type_of(sendtype),
                                                 address(recvbuf), recvcounts, rdispls, type_of(recvtype),
                                                 comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) mpi_neighbor_alltoallv_init_
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) mpi_neighbor_alltoallv_init__
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) MPI_NEIGHBOR_ALLTOALLV_INIT
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) ompix_neighbor_alltoallv_init_f
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) mpix_neighbor_alltoallv_init_
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallv_init_f) mpix_neighbor_alltoallv_init__
    __attribute__((alias("ompi_neighbor_alltoallv_init_f")));

TUTTI_API void ompi_neighbor_alltoallw_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                         integer sendtypes, void* recvbuf, integer recvcounts,
                                         const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                         MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  const int code = TUTTI_Neighbor_alltoallw(address(sendbuf), sendcounts, sdispls,
                                            types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                            address(recvbuf), recvcounts, rdispls,
                                            types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                            comm_of(comm));
  give(ierr, code);
}
TUTTI_API decltype(ompi_neighbor_alltoallw_f) mpi_neighbor_alltoallw_
    __attribute__((alias("ompi_neighbor_alltoallw_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_f) mpi_neighbor_alltoallw__
    __attribute__((alias("ompi_neighbor_alltoallw_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_f) MPI_NEIGHBOR_ALLTOALLW
    __attribute__((alias("ompi_neighbor_alltoallw_f")));
TUTTI_API void ompi_ineighbor_alltoallw_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                          integer sendtypes, void* recvbuf, integer recvcounts,
                                          const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                          MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Ineighbor_alltoallw(address(sendbuf), sendcounts, sdispls,
                                             types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                             address(recvbuf), recvcounts, rdispls,
                                             types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                             comm_of(comm), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_ineighbor_alltoallw_f) mpi_ineighbor_alltoallw_
    __attribute__((alias("ompi_ineighbor_alltoallw_f")));
TUTTI_API decltype(ompi_ineighbor_alltoallw_f) mpi_ineighbor_alltoallw__
    __attribute__((alias("ompi_ineighbor_alltoallw_f")));
TUTTI_API decltype(ompi_ineighbor_alltoallw_f) MPI_INEIGHBOR_ALLTOALLW
    __attribute__((alias("ompi_ineighbor_alltoallw_f")));
TUTTI_API void ompi_neighbor_alltoallw_init_f(void* sendbuf, integer sendcounts, const MPI_Aint* sdispls,
                                              integer sendtypes, void* recvbuf, integer recvcounts,
                                              const MPI_Aint* rdispls, integer recvtypes, integer comm,
                                              integer info, MPI_Fint* request, MPI_Fint* ierr) {
  const called_from here(__builtin_return_address(0));
  MPI_Request r = MPI_REQUEST_NULL;
  const int code = TUTTI_Neighbor_alltoallw_init(address(sendbuf), sendcounts, sdispls,
                                                 types(sendtypes, neighbours_of(comm_of(comm)).to).data(),
                                                 address(recvbuf), recvcounts, rdispls,
                                                 types(recvtypes, neighbours_of(comm_of(comm)).from).data(),
                                                 comm_of(comm), PMPI_Info_f2c(*info), &r);
  give(ierr, code);
  *request = PMPI_Request_c2f(r);
}
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) mpi_neighbor_alltoallw_init_
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) mpi_neighbor_alltoallw_init__
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) MPI_NEIGHBOR_ALLTOALLW_INIT
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) ompix_neighbor_alltoallw_init_f
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) mpix_neighbor_alltoallw_init_
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));
TUTTI_API decltype(ompi_neighbor_alltoallw_init_f) mpix_neighbor_alltoallw_init__
    __attribute__((alias("ompi_neighbor_alltoallw_init_f")));

}  // extern "C"
