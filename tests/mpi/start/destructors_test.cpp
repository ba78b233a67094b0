// MPI still runs when main has ended: destructors_library.cpp.

#include <mpi.h>

extern "C" void start_mpi();

int main() {
  start_mpi();
  int sum = 0;
  const int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return 0;
}
