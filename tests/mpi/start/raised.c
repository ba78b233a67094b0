// A broadcast, and as many allreduces as the argument says (1). Then process 0 makes the file that HAS_BEGUN
// names, and all wait for the file that WAIT_FOR names.

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int words, char** word) {
  const char* const text = "what the buffer holds";
  char buffer[64] = "";
  int x = 1, sum = 0, size = 0, rank = 0, times = words > 1 ? atoi(word[1]) : 1;
  const char *const begun = getenv("HAS_BEGUN"), *const file = getenv("WAIT_FOR");
  MPI_Init(0, 0);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) strcpy(buffer, text);
  MPI_Bcast(buffer, sizeof buffer, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int k = 0; k < times; ++k) MPI_Allreduce(&x, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (begun && rank == 0) fclose(fopen(begun, "w"));
  for (int k = 0; file && k < 300 && access(file, F_OK) != 0; ++k) usleep(100000);
  MPI_Finalize();
  return sum != size || strcmp(buffer, text) != 0;
}
