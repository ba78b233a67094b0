// An allreduce of one process, which then waits for the file that WAIT_FOR names.

#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int x = 1, sum = 0;
  const char* const file = getenv("WAIT_FOR");
  MPI_Init(0, 0);
  MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int k = 0; file && k < 300 && access(file, F_OK) != 0; ++k) usleep(100000);
  MPI_Finalize();
  return sum != 1;
}
