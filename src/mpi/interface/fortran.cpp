// The Fortran symbols of Open MPI, whose bindings call PMPI_* and would thus bypass the C symbols. mpif.h and
// `use mpi` call mpi_bcast_ and the like, in the spelling of the program's compiler. `use mpi_f08` calls
// ompi_bcast_f. MPICH's bindings call MPI_*, with three exceptions (interpose.cpp). MPI_Init needs nothing
// here, because tutti also defines PMPI_Init.

#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/signatures.hpp"
#include "tutti/tutti.h"

// Fortran's MPI_IN_PLACE and MPI_BOTTOM are the addresses of these common blocks. Compilers spell them
// differently.
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

// Records the call site in the program.
class called_from {
 public:
  explicit called_from(const void* site) noexcept { tutti::mpi::recorder::fortran_site = site; }
  called_from(const called_from&) = delete;
  called_from& operator=(const called_from&) = delete;
  ~called_from() { tutti::mpi::recorder::fortran_site = nullptr; }
};
#define TUTTI_CALLED_FROM const called_from here(__builtin_return_address(0))

// The datatypes of an array argument. The array may be read only if it is significant: with MPI_IN_PLACE,
// MPI_Alltoallw's send types are not.
class types {
 public:
  types(integer fortran, const void* buffer, MPI_Comm comm) {
    int size = 0, inter = 0;
    if (buffer == MPI_IN_PLACE || comm == MPI_COMM_NULL) return;
    if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return;
    if ((inter ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size)) != MPI_SUCCESS) return;
    for (int i = 0; i < size; ++i) c_.push_back(PMPI_Type_f2c(fortran[i]));
  }
  types(integer fortran, int n) {
    for (int i = 0; i < n; ++i) c_.push_back(PMPI_Type_f2c(fortran[i]));
  }
  [[nodiscard]] const MPI_Datatype* data() const { return c_.data(); }

 private:
  std::vector<MPI_Datatype> c_;
};

// The numbers of neighbours; zero if the MPI library will report an error.
struct neighbour_counts {
  int to = 0, from = 0;
};
neighbour_counts neighbours_of(MPI_Comm comm) {
  int topology = MPI_UNDEFINED, n = 0, rank = 0, weighted = 0;
  neighbour_counts both;
  if (comm == MPI_COMM_NULL || PMPI_Topo_test(comm, &topology) != MPI_SUCCESS) return both;
  if (topology == MPI_CART && PMPI_Cartdim_get(comm, &n) == MPI_SUCCESS) both = {2 * n, 2 * n};
  if (topology == MPI_GRAPH && PMPI_Comm_rank(comm, &rank) == MPI_SUCCESS &&
      PMPI_Graph_neighbors_count(comm, rank, &n) == MPI_SUCCESS)
    both = {n, n};
  if (topology == MPI_DIST_GRAPH) PMPI_Dist_graph_neighbors_count(comm, &both.from, &both.to, &weighted);
  return both;
}

static_assert(sizeof(MPI_Fint) == sizeof(int), "counts and displacements are passed on as they are");

}  // namespace

// Defines a function under all names by which programs may call it.
#define TUTTI_FORTRAN_NAMES(name, NAME, parameters)                                               \
  extern "C" TUTTI_API void ompi_##name##_f parameters;                                           \
  extern "C" TUTTI_API void mpi_##name##_ parameters __attribute__((alias("ompi_" #name "_f")));  \
  extern "C" TUTTI_API void mpi_##name##__ parameters __attribute__((alias("ompi_" #name "_f"))); \
  extern "C" TUTTI_API void MPI_##NAME parameters __attribute__((alias("ompi_" #name "_f")));     \
  extern "C" TUTTI_API void ompi_##name##_f parameters
// The names of persistent collectives before Open MPI 5.
#define TUTTI_FORTRAN_EXTENSION(name, parameters)                                                   \
  extern "C" TUTTI_API void ompix_##name##_f parameters __attribute__((alias("ompi_" #name "_f"))); \
  extern "C" TUTTI_API void mpix_##name##_ parameters __attribute__((alias("ompi_" #name "_f")));   \
  extern "C" TUTTI_API void mpix_##name##__ parameters __attribute__((alias("ompi_" #name "_f")));

// A collective in all its forms.
#define TUTTI_FORTRAN(Name, name, NAME, parameters, arguments)                                          \
  TUTTI_FORTRAN_NAMES(name, NAME, (TUTTI_LIST parameters, MPI_Fint * ierr)) {                           \
    TUTTI_CALLED_FROM;                                                                                  \
    give(ierr, TUTTI_##Name arguments);                                                                 \
  }                                                                                                     \
  TUTTI_FORTRAN_NAMES(i##name, I##NAME, (TUTTI_LIST parameters, MPI_Fint * request, MPI_Fint * ierr)) { \
    TUTTI_CALLED_FROM;                                                                                  \
    MPI_Request r = MPI_REQUEST_NULL;                                                                   \
    give(ierr, TUTTI_I##name(TUTTI_LIST arguments, &r));                                                \
    *request = PMPI_Request_c2f(r);                                                                     \
  }                                                                                                     \
  TUTTI_FORTRAN_NAMES(name##_init, NAME##_INIT,                                                         \
                      (TUTTI_LIST parameters, integer info, MPI_Fint * request, MPI_Fint * ierr)) {     \
    TUTTI_CALLED_FROM;                                                                                  \
    MPI_Request r = MPI_REQUEST_NULL;                                                                   \
    give(ierr, TUTTI_##Name##_init(TUTTI_LIST arguments, PMPI_Info_f2c(*info), &r));                    \
    *request = PMPI_Request_c2f(r);                                                                     \
  }                                                                                                     \
  TUTTI_FORTRAN_EXTENSION(name##_init,                                                                  \
                          (TUTTI_LIST parameters, integer info, MPI_Fint * request, MPI_Fint * ierr))

TUTTI_FORTRAN(Barrier, barrier, BARRIER, (integer comm), (comm_of(comm)))
TUTTI_FORTRAN(Bcast, bcast, BCAST, (void* buffer, integer count, integer type, integer root, integer comm),
              (address(buffer), *count, type_of(type), *root, comm_of(comm)))
TUTTI_FORTRAN(Gather, gather, GATHER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer root, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), *root, comm_of(comm)))
TUTTI_FORTRAN(Gatherv, gatherv, GATHERV,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcounts,
               integer displs, integer recvtype, integer root, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts, displs,
               type_of(recvtype), *root, comm_of(comm)))
TUTTI_FORTRAN(Scatter, scatter, SCATTER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer root, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), *root, comm_of(comm)))
TUTTI_FORTRAN(Scatterv, scatterv, SCATTERV,
              (void* sendbuf, integer sendcounts, integer displs, integer sendtype, void* recvbuf,
               integer recvcount, integer recvtype, integer root, integer comm),
              (address(sendbuf), sendcounts, displs, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), *root, comm_of(comm)))
TUTTI_FORTRAN(Allgather, allgather, ALLGATHER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Allgatherv, allgatherv, ALLGATHERV,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcounts,
               integer displs, integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts, displs,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Alltoall, alltoall, ALLTOALL,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Alltoallv, alltoallv, ALLTOALLV,
              (void* sendbuf, integer sendcounts, integer sdispls, integer sendtype, void* recvbuf,
               integer recvcounts, integer rdispls, integer recvtype, integer comm),
              (address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf), recvcounts,
               rdispls, type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Alltoallw, alltoallw, ALLTOALLW,
              (void* sendbuf, integer sendcounts, integer sdispls, integer sendtypes, void* recvbuf,
               integer recvcounts, integer rdispls, integer recvtypes, integer comm),
              (address(sendbuf), sendcounts, sdispls,
               types(sendtypes, address(sendbuf), comm_of(comm)).data(), address(recvbuf), recvcounts,
               rdispls, types(recvtypes, address(recvbuf), comm_of(comm)).data(), comm_of(comm)))
TUTTI_FORTRAN(Reduce, reduce, REDUCE,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer root,
               integer comm),
              (address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root, comm_of(comm)))
TUTTI_FORTRAN(Allreduce, allreduce, ALLREDUCE,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm),
              (address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)))
TUTTI_FORTRAN(Reduce_scatter, reduce_scatter, REDUCE_SCATTER,
              (void* sendbuf, void* recvbuf, integer recvcounts, integer type, integer op, integer comm),
              (address(sendbuf), address(recvbuf), recvcounts, type_of(type), op_of(op), comm_of(comm)))
TUTTI_FORTRAN(Reduce_scatter_block, reduce_scatter_block, REDUCE_SCATTER_BLOCK,
              (void* sendbuf, void* recvbuf, integer recvcount, integer type, integer op, integer comm),
              (address(sendbuf), address(recvbuf), *recvcount, type_of(type), op_of(op), comm_of(comm)))
TUTTI_FORTRAN(Scan, scan, SCAN,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm),
              (address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)))
TUTTI_FORTRAN(Neighbor_allgather, neighbor_allgather, NEIGHBOR_ALLGATHER,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Neighbor_allgatherv, neighbor_allgatherv, NEIGHBOR_ALLGATHERV,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcounts,
               integer displs, integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts, displs,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Neighbor_alltoall, neighbor_alltoall, NEIGHBOR_ALLTOALL,
              (void* sendbuf, integer sendcount, integer sendtype, void* recvbuf, integer recvcount,
               integer recvtype, integer comm),
              (address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,
               type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Neighbor_alltoallv, neighbor_alltoallv, NEIGHBOR_ALLTOALLV,
              (void* sendbuf, integer sendcounts, integer sdispls, integer sendtype, void* recvbuf,
               integer recvcounts, integer rdispls, integer recvtype, integer comm),
              (address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf), recvcounts,
               rdispls, type_of(recvtype), comm_of(comm)))
TUTTI_FORTRAN(Neighbor_alltoallw, neighbor_alltoallw, NEIGHBOR_ALLTOALLW,
              (void* sendbuf, integer sendcounts, const MPI_Aint* sdispls, integer sendtypes, void* recvbuf,
               integer recvcounts, const MPI_Aint* rdispls, integer recvtypes, integer comm),
              (address(sendbuf), sendcounts, sdispls,
               types(sendtypes, neighbours_of(comm_of(comm)).to).data(), address(recvbuf), recvcounts,
               rdispls, types(recvtypes, neighbours_of(comm_of(comm)).from).data(), comm_of(comm)))
TUTTI_FORTRAN(Exscan, exscan, EXSCAN,
              (void* sendbuf, void* recvbuf, integer count, integer type, integer op, integer comm),
              (address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), comm_of(comm)))
