/* A program that does not use tutti: `tutti doctor` starts it with libtutti.so preloaded. */

#include <mpi.h>

int main(void) {
  int one = 1, sum = 0, size = 0;
  MPI_Init(0, 0);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return sum != size;
}
