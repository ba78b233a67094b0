// Starts MPI and ends it. Meanwhile tutti must not wait in a collective of the MPI library: if processes
// share cores, such a wait costs the time slices of all waiting processes. This program defines the functions
// that tutti would call, so it must export its symbols.

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static _Noreturn void refuse(const char* name) {
  fprintf(stderr, "FAILED: %s is called between MPI_Init and MPI_Finalize\n", name);
  _exit(1);
}

#define REFUSED(name, parameters) \
  int name parameters { refuse(#name); }
REFUSED(PMPI_Barrier, (MPI_Comm c))
REFUSED(PMPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c))
REFUSED(PMPI_Reduce, (const void* s, void* r, int n, MPI_Datatype t, MPI_Op o, int root, MPI_Comm c))
REFUSED(PMPI_Allreduce, (const void* s, void* r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c))
REFUSED(PMPI_Allgather, (const void* s, int n, MPI_Datatype t, void* r, int m, MPI_Datatype u, MPI_Comm c))
REFUSED(PMPI_Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s))

int main(int argc, char** argv) {
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
