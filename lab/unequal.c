// Collectives of four processes in rows, in columns and of all, each after some time asleep that differs
// between processes.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
static double a[1 << 18], b[1 << 18];
int main(int c, char** v) {
  MPI_Init(&c, &v);
  int n = c > 1 ? atoi(v[1]) : 60, r;
  MPI_Comm row, column, all = MPI_COMM_WORLD;
  MPI_Comm_rank(all, &r);
  MPI_Comm_split(all, r / 2, r, &row), MPI_Comm_set_name(row, "rows");
  MPI_Comm_split(all, r % 2, r, &column), MPI_Comm_set_name(column, "columns");
  for (int k = 0; k < n; k++) {
    usleep(1000 + 3000 * ((r + k) % 4));
    MPI_Bcast(a, 40000, MPI_DOUBLE, k % 2, row);
    usleep(500 + 2000 * (r % 2));
    MPI_Allreduce(a, b, 50000, MPI_DOUBLE, MPI_SUM, column);
    usleep(1000 * r);
    MPI_Allreduce(a, b, 1, MPI_DOUBLE, MPI_SUM, all);
    usleep(4000 - 1000 * r);
    MPI_Allgather(a, 20000, MPI_DOUBLE, b, 20000, MPI_DOUBLE, all);
    usleep(700);
    MPI_Alltoall(a, 10000, MPI_DOUBLE, b, 10000, MPI_DOUBLE, all);
  }
  MPI_Finalize();
}
