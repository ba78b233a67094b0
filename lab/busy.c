// N allreduces of 8 bytes, each after a computation of some 0.1 to 0.3 ms that differs between processes.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char** v) {
  MPI_Init(&c, &v);
  int n = c > 1 ? atoi(v[1]) : 2000, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  unsigned seed = 1 + rank;
  double start = MPI_Wtime(), in = 0, x = 1, sum;
  for (int i = 0; i < n; i++) {
    volatile double w = 0;
    for (int k = rand_r(&seed) % 200000 + 100000; k > 0; k--) w += k;
    double b = MPI_Wtime();
    MPI_Allreduce(&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    in += MPI_Wtime() - b;
  }
  double t = MPI_Wtime() - start;
  if (!rank) printf("%d allreduces: %.3f s, %.3f s in them\n", n, t, in);
  MPI_Finalize();
}
