// The Fortran symbols of Open MPI, whose bindings call PMPI_* and so would pass by the C symbols: mpif.h and `use mpi`
// call mpi_bcast_ and its like (in the spelling of the compiler that built the program), `use mpi_f08` calls
// ompi_bcast_f. MPICH's bindings call MPI_*: there is nothing to do there; and nothing for MPI_Init, whose PMPI_ form is
// tutti's, too.

#include "mpi/communicator.hpp"
#include "tutti/tutti.h"

#if defined(OPEN_MPI)

#include <memory>
#include <vector>

// What MPI_IN_PLACE and MPI_BOTTOM are in Fortran: the addresses of these common blocks, by spelling.
extern "C" {
#define TUTTI_COMMON(name) extern int name __attribute__((weak))
TUTTI_COMMON(mpi_fortran_in_place);
TUTTI_COMMON(mpi_fortran_in_place_);
TUTTI_COMMON(mpi_fortran_in_place__);
TUTTI_COMMON(MPI_FORTRAN_IN_PLACE);
TUTTI_COMMON(mpi_fortran_bottom);
TUTTI_COMMON(mpi_fortran_bottom_);
TUTTI_COMMON(mpi_fortran_bottom__);
TUTTI_COMMON(MPI_FORTRAN_BOTTOM);
}

namespace {

using integer = const MPI_Fint*;

void* address(void* a) {
  for (const int* in_place :
       {&mpi_fortran_in_place, &mpi_fortran_in_place_, &mpi_fortran_in_place__, &MPI_FORTRAN_IN_PLACE})
    if (a && a == in_place) return MPI_IN_PLACE;
  for (const int* bottom :
       {&mpi_fortran_bottom, &mpi_fortran_bottom_, &mpi_fortran_bottom__, &MPI_FORTRAN_BOTTOM})
    if (a && a == bottom) return MPI_BOTTOM;
  return a;
}

MPI_Comm comm_of(integer c) { return PMPI_Comm_f2c(*c); }
MPI_Datatype type_of(integer t) { return PMPI_Type_f2c(*t); }
MPI_Op op_of(integer o) { return PMPI_Op_f2c(*o); }

void give(MPI_Fint* ierr, int code) {
  if (ierr) *ierr = code;
}

// Only where arguments have a meaning may their array be read: Alltoallw's send types are ignored in place.
class types {
 public:
  types(integer fortran, const void* buffer, MPI_Comm comm) {
    int size = 0, inter = 0;
    if (buffer == MPI_IN_PLACE || comm == MPI_COMM_NULL) return;
    if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return;
    if ((inter ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size)) != MPI_SUCCESS) return;
    for (int i = 0; i < size; ++i) c_.push_back(PMPI_Type_f2c(fortran[i]));
  }
  [[nodiscard]] const MPI_Datatype* data() const { return c_.data(); }

 private:
  std::vector<MPI_Datatype> c_;
};

static_assert(sizeof(MPI_Fint) == sizeof(int), "counts and displacements are passed on as they are");

}  // namespace

// One definition under all the names by which programs may call it.
#define TUTTI_FORTRAN(name, NAME, parameters)                                                     \
  extern "C" TUTTI_API void ompi_##name##_f parameters;                                           \
  extern "C" TUTTI_API void mpi_##name##_ parameters __attribute__((alias("ompi_" #name "_f")));  \
  extern "C" TUTTI_API void mpi_##name##__ parameters __attribute__((alias("ompi_" #name "_f"))); \
  extern "C" TUTTI_API void MPI_##NAME parameters __attribute__((alias("ompi_" #name "_f")));     \
  extern "C" TUTTI_API void ompi_##name##_f parameters

TUTTI_FORTRAN(barrier, BARRIER, (integer comm, MPI_Fint* ierr)) { give(ierr, TUTTI_Barrier(comm_of(comm))); }
TUTTI_FORTRAN(bcast, BCAST,
              (void* buffer, integer count, integer type, integer root, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Bcast(address(buffer), *count, type_of(type), *root, comm_of(comm)));
}
TUTTI_FORTRAN(gather, GATHER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer root, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Gather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
                          type_of(recvtype), *root, comm_of(comm)));
}
TUTTI_FORTRAN(gatherv, GATHERV,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcounts,
               integer displs, integer recvtype, integer root, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Gatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts,
                           displs, type_of(recvtype), *root, comm_of(comm)));
}
TUTTI_FORTRAN(scatter, SCATTER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer root, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Scatter(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
                           type_of(recvtype), *root, comm_of(comm)));
}
TUTTI_FORTRAN(scatterv, SCATTERV,
              (void* sendbuf, integer sendcounts, integer displs, integer sendtype, void* recvbuf,
               integer recvcount, integer recvtype, integer root, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Scatterv(address(sendbuf), sendcounts, displs, type_of(sendtype), address(recvbuf),
                            *recvcount, type_of(recvtype), *root, comm_of(comm)));
}
TUTTI_FORTRAN(allgather, ALLGATHER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Allgather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
                             type_of(recvtype), comm_of(comm)));
}
TUTTI_FORTRAN(allgatherv, ALLGATHERV,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcounts,
               integer displs, integer recvtype, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Allgatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts,
                              displs, type_of(recvtype), comm_of(comm)));
}
TUTTI_FORTRAN(alltoall, ALLTOALL,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Alltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
                            type_of(recvtype), comm_of(comm)));
}
TUTTI_FORTRAN(alltoallv, ALLTOALLV,
              (void* sendbuf, integer sendcounts, integer sdispls, integer sendtype, void* recvbuf,
               integer recvcounts, integer rdispls, integer recvtype, integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Alltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
                             recvcounts, rdispls, type_of(recvtype), comm_of(comm)));
}
TUTTI_FORTRAN(alltoallw, ALLTOALLW,
              (void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes, void* recvbuf,
               integer recvcounts, integer rdispls, integer recvtypes, integer comm, MPI_Fint* ierr)) {
  const types sendtypes_c(sendtypes, address(sendbuf), comm_of(comm));
  const types recvtypes_c(recvtypes, address(recvbuf), comm_of(comm));
  give(ierr, TUTTI_Alltoallw(address(sendbuf), sendcounts, sdispls, sendtypes_c.data(), address(recvbuf),
                             recvcounts, rdispls, recvtypes_c.data(), comm_of(comm)));
}
TUTTI_FORTRAN(reduce, REDUCE,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer root,
               integer comm, MPI_Fint* ierr)) {
  give(ierr, TUTTI_Reduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root,
                          comm_of(comm)));
}
TUTTI_FORTRAN(allreduce, ALLREDUCE,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm,
               MPI_Fint* ierr)) {
  give(ierr,
       TUTTI_Allreduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)));
}
TUTTI_FORTRAN(reduce_scatter, REDUCE_SCATTER,
              (void* sendbuf, void* recvbuf, integer recvcounts, integer type, integer op, integer comm,
               MPI_Fint* ierr)) {
  give(ierr, TUTTI_Reduce_scatter(address(sendbuf), address(recvbuf), recvcounts, type_of(type), op_of(op),
                                  comm_of(comm)));
}
TUTTI_FORTRAN(reduce_scatter_block, REDUCE_SCATTER_BLOCK,
              (void* sendbuf, void* recvbuf, integer recvcount, integer type, integer op, integer comm,
               MPI_Fint* ierr)) {
  give(ierr, TUTTI_Reduce_scatter_block(address(sendbuf), address(recvbuf), *recvcount, type_of(type),
                                        op_of(op), comm_of(comm)));
}
TUTTI_FORTRAN(scan, SCAN,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm,
               MPI_Fint* ierr)) {
  give(ierr, TUTTI_Scan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)));
}
TUTTI_FORTRAN(exscan, EXSCAN,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm,
               MPI_Fint* ierr)) {
  give(ierr,
       TUTTI_Exscan(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)));
}

#endif
