// In each operation a different process is late: `late MICROSECONDS OPERATIONS`. Process 0 prints which rank
// was late and for how long, by the program's own clock.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int p, rank;
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long delay = argc > 1 ? atol(argv[1]) : 1000;
  const int operations = argc > 2 ? atoi(argv[2]) : 100;
  const struct timespec pause = {delay / 1000000, delay % 1000000 * 1000};
  MPI_Comm all;
  MPI_Comm_dup(MPI_COMM_WORLD, &all);
  MPI_Comm_set_name(all, "all of us");
  double mine = rank, sum = 0, waited = 0, total = 0;
  for (int k = 0; k < operations; ++k) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == k % p) nanosleep(&pause, NULL);
    const double begin = MPI_Wtime();
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, all);
    if (rank != k % p) waited += MPI_Wtime() - begin;
  }
  MPI_Reduce(&waited, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("inside for others: %.6f s\n", total);
  MPI_Finalize();
  return 0;
}
