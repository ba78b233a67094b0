// Collectives of several kinds on several communicators, with derived datatypes and tables of counts. One of
// them is on an inter-communicator of rank 0 and the others. With an argument, collectives of neighbours on a
// ring instead: a block of 24 bytes for each.
#include <mpi.h>
#include <stdlib.h>

enum { rounds = 20, most = 4096 };

static void call_neighbours(int p) {
  const int periodic = 1;
  double mine[6] = {0}, theirs[6];
  MPI_Comm ring;
  MPI_Request request;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &p, &periodic, 0, &ring);
  for (int k = 0; k < rounds; ++k) {
    MPI_Ineighbor_allgather(mine, 3, MPI_DOUBLE, theirs, 3, MPI_DOUBLE, ring, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Neighbor_alltoall(mine, 3, MPI_DOUBLE, theirs, 3, MPI_DOUBLE, ring);
  }
  MPI_Comm_free(&ring);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int p, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1) {
    call_neighbours(p);
    MPI_Finalize();
    return 0;
  }
  MPI_Comm reversed;  // its ranks descend
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_set_name(reversed, "reversed");
  MPI_Datatype spread;  // 10 doubles
  MPI_Type_vector(10, 1, 2, MPI_DOUBLE, &spread);
  MPI_Type_commit(&spread);
  double* a = calloc(most, sizeof(double));
  double* b = calloc(most, sizeof(double));
  int* ascending = calloc((size_t)p, sizeof(int));
  int* displs = calloc((size_t)p, sizeof(int));
  int* mine = calloc((size_t)p, sizeof(int));
  int* none = calloc((size_t)p, sizeof(int));
  for (int i = 0; i < p; ++i) {
    ascending[i] = 10 * (i + 1);
    displs[i] = i == 0 ? 0 : displs[i - 1] + ascending[i - 1];
    mine[i] = 10 * (rank + 1);
  }
  for (int k = 0; k < rounds; ++k) {
    MPI_Allreduce(a, b, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(a, 3, spread, 0, reversed);
    MPI_Allgatherv(a, ascending[rank], MPI_DOUBLE, b, ascending, displs, MPI_DOUBLE, MPI_COMM_WORLD);
    MPI_Gatherv(a, ascending[rank], MPI_DOUBLE, b, ascending, displs, MPI_DOUBLE, p - 1, MPI_COMM_WORLD);
    MPI_Alltoallv(a, mine, none, MPI_INT, b, ascending, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(a, 5, MPI_INT, b, 5, MPI_INT, MPI_COMM_WORLD);
    MPI_Exscan(a, b, 6, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Request request;
    MPI_Iallreduce(a, b, 10, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(reversed);
  }
  MPI_Comm mine_only, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &mine_only);
  MPI_Comm_set_name(mine_only, "mine only");
  MPI_Intercomm_create(mine_only, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 0, &both);
  MPI_Comm_set_name(both, "both");
  MPI_Bcast(a, 30, MPI_DOUBLE, rank == 0 ? MPI_ROOT : 0, both);
  MPI_Comm_free(&both), MPI_Comm_free(&mine_only);
  free(a), free(b), free(ascending), free(displs), free(mine), free(none);
  MPI_Type_free(&spread);
  MPI_Comm_free(&reversed);
  MPI_Finalize();
  return 0;
}
