// A library of the program that starts MPI when it is loaded, as a static object of C++ may: before the
// constructors of preloaded libraries run.

#include <mpi.h>

static int sum, sent;

__attribute__((constructor)) static void start(void) {
  int rank = 0;
  const int one = 1;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Init(0, 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  sent = rank == 0 ? 7 : 0;
  MPI_Ibcast(&sent, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int early_sum(void) { return sum; }
int early_sent(void) { return sent; }
