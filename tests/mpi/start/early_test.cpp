// MPI is running when main begins: early_library.c.

#include <mpi.h>

#include "oracle/expect.hpp"

extern "C" int early_sum();
extern "C" int early_sent();

int main() {
  int size = 0, sum = 0;
  const int one = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  checks::expect(early_sum() == size && early_sent() == 7, "what was computed before main is wrong");
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  checks::expect(sum == size, "what is computed in main is wrong");
  return checks::finish();
}
