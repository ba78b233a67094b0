// Runs a collective of its own on MPI: a plain function.

#include <cstdio>

#include "tutti/mpi/run.hpp"

static int value = -1;

static tutti::task from_first(tutti::process& self) {
  const tutti::buffer data = tutti::elements(&value, 1, MPI_INT);
  const int p = self.size(), rank = self.rank();
  if (rank > 0) co_await self.recv(data, rank - 1);
  if (rank + 1 < p) co_await self.send(data, rank + 1);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) value = 42;
  const int error = tutti::run(MPI_COMM_WORLD, from_first);
  MPI_Finalize();
  if (error != MPI_SUCCESS || value != 42) std::printf("process %d: %d\n", rank, value);
  return error != MPI_SUCCESS || value != 42;
}
