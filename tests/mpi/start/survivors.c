/* A process ends itself. The others notice it in a reduction, shrink their communicator and continue.
   With an argument it only says by its exit status whether the MPI library has fault tolerance: 77 if not. */

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#if defined(OMPI_HAVE_MPI_EXT_FTMPI) && OMPI_HAVE_MPI_EXT_FTMPI
int main(int argc, char** argv) {
  if (argc > 1) return 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0, size = 0, one = 1, sum = 0, code = MPI_SUCCESS;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int k = 0; code == MPI_SUCCESS && k < 1000000; ++k) {
    if (k == 10 && rank == size - 1) raise(SIGKILL);
    code = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  MPIX_Comm_revoke(MPI_COMM_WORLD);
  MPI_Comm left = MPI_COMM_NULL;
  MPIX_Comm_shrink(MPI_COMM_WORLD, &left);
  int n = 0;
  MPI_Comm_size(left, &n);
  MPI_Comm_set_errhandler(left, MPI_ERRORS_RETURN);
  const int after = MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, left);
  printf("process %d: %s\n", rank, n == size - 1 && after == MPI_SUCCESS && sum == n ? "goes on" : "FAILED");
  fflush(stdout);
  /* MPI_Finalize of Open MPI 5 does not always end after a failure, without tutti either. */
  _exit(0);
}
#else
int main(void) { return 77; }
#endif
