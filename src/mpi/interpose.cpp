// The MPI_* symbols of C, in front of those of the MPI library. The collectives are those of tutti.h; the
// initialisations do what they always do and then let tutti begin.

#include <dlfcn.h>

#include "mpi/communicator.hpp"
#include "mpi/foreign.hpp"
#include "tutti/tutti.h"

namespace {

// The definition of a function that comes after this object's; `otherwise` if there is none.
template <class Function>
Function* next_one(const char* symbol, Function* otherwise) {
  void* const found = dlsym(RTLD_NEXT, symbol);
  return found ? reinterpret_cast<Function*>(found) : otherwise;
}

// No MPI library comes after this object where the program was linked with them the other way round.
int no_init(int*, char***) { return MPI_ERR_INTERN; }
int no_init_thread(int*, char***, int, int*) { return MPI_ERR_INTERN; }

}  // namespace

extern "C" {

TUTTI_API int MPI_Barrier(MPI_Comm comm) { return TUTTI_Barrier(comm); }
TUTTI_API int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return TUTTI_Bcast(buffer, count, type, root, comm);
}
TUTTI_API int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return TUTTI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
TUTTI_API int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                          const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                          MPI_Comm comm) {
  return TUTTI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
}
TUTTI_API int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                          int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return TUTTI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
TUTTI_API int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                           MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                           int root, MPI_Comm comm) {
  return TUTTI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
TUTTI_API int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                            int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return TUTTI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
TUTTI_API int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                             MPI_Comm comm) {
  return TUTTI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
}
TUTTI_API int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return TUTTI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
TUTTI_API int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
                            MPI_Datatype recvtype, MPI_Comm comm) {
  return TUTTI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                         comm);
}
TUTTI_API int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                            const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                            const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return TUTTI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                         comm);
}
TUTTI_API int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                         int root, MPI_Comm comm) {
  return TUTTI_Reduce(sendbuf, recvbuf, count, type, op, root, comm);
}
TUTTI_API int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm) {
  return TUTTI_Allreduce(sendbuf, recvbuf, count, type, op, comm);
}
TUTTI_API int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                 MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return TUTTI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm);
}
TUTTI_API int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type,
                                       MPI_Op op, MPI_Comm comm) {
  return TUTTI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm);
}
TUTTI_API int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  return TUTTI_Scan(sendbuf, recvbuf, count, type, op, comm);
}
TUTTI_API int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm) {
  return TUTTI_Exscan(sendbuf, recvbuf, count, type, op, comm);
}

// A tool that was loaded behind has an MPI_Init, too, and one that was loaded in front calls PMPI_Init: whichever way MPI is
// started, it passes here.
TUTTI_API int MPI_Init(int* argc, char*** argv) {
  tutti::mpi::refuse_foreign_mpi();
  return tutti::mpi::begun(next_one("MPI_Init", PMPI_Init)(argc, argv));
}
TUTTI_API int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  tutti::mpi::refuse_foreign_mpi();
  return tutti::mpi::begun(next_one("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided));
}
TUTTI_API int PMPI_Init(int* argc, char*** argv) {
  return tutti::mpi::begun(next_one("PMPI_Init", no_init)(argc, argv));
}
TUTTI_API int PMPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return tutti::mpi::begun(next_one("PMPI_Init_thread", no_init_thread)(argc, argv, required, provided));
}

}  // extern "C"
