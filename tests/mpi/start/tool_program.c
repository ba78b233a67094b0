/* One barrier, two broadcasts, an allreduce and a message between each process and the next, for a tool to
 * count. */

#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, x = 7, y = 0, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(&x, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank + 1 < size) MPI_Send(&x, 1, MPI_INT, rank + 1, 3, MPI_COMM_WORLD);
  if (rank > 0) MPI_Recv(&y, 1, MPI_INT, rank - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (sum != 7 * size || (rank > 0 && y != 7)) printf("process %d: wrong\n", rank);
  MPI_Finalize();
  return sum != 7 * size;
}
