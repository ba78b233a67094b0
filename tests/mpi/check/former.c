// More communicators, one after the other, than a record has room for: `former COMMUNICATORS`. Each has its
// number as its name and as the number of ints of its calls. A broadcast of every third one is still
// outstanding when the communicator is freed. A persistent broadcast on every second one is freed before it.
#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Bcast_init MPIX_Bcast_init
#endif
#include <stdio.h>
#include <stdlib.h>

enum { most = 1000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int all = argc > 1 ? atoi(argv[1]) : most;
  int data[most + 1] = {0}, sums[most];
  // The only call on this one is refused. Its handle may be used again.
  MPI_Comm refusing;
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &refusing);
  MPI_Comm_set_name(refusing, "refusing");
  MPI_Comm_set_errhandler(refusing, MPI_ERRORS_RETURN);
  MPI_Bcast(data, 1, MPI_INT, -7, refusing);
  MPI_Comm_free(&refusing);
  for (int k = 1; k <= all && k <= most; ++k) {
    MPI_Comm c;
    // In turn: one communicator of all processes, and two of some.
    MPI_Comm_split(MPI_COMM_WORLD, k % 2 == 0 ? 0 : rank % 2, rank, &c);
    char name[32];
    snprintf(name, sizeof name, "number %d", k);
    MPI_Comm_set_name(c, name);
    MPI_Request r = MPI_REQUEST_NULL;
    if (k % 3 == 0) MPI_Ibcast(data, k, MPI_INT, 0, c, &r);
    MPI_Allreduce(MPI_IN_PLACE, sums, k, MPI_INT, MPI_MAX, c);
    if (k % 2 == 0) {
      MPI_Request persistent;
      MPI_Bcast_init(data + k, 1, MPI_INT, 0, c, MPI_INFO_NULL, &persistent);
      MPI_Start(&persistent);
      MPI_Wait(&persistent, MPI_STATUS_IGNORE);
      MPI_Request_free(&persistent);
    }
    MPI_Comm_free(&c);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
