/* Links tutti: calls it by its own name, and through the interposed one. */
#include <mpi.h>
#include <stdio.h>
#include <tutti/tutti.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, mine, sum = 0, last = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  mine = rank + 1;
  TUTTI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == size - 1) last = sum;
  MPI_Bcast(&last, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d\n", last);
  MPI_Finalize();
  return last != size * (size + 1) / 2;
}
