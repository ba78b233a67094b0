// The library that `privately` opens.

#include <mpi.h>

int run(void);
int run(void) {
  int size = 0, sum = 0;
  const int one = 1;
  MPI_Init(0, 0);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return sum != size;
}
