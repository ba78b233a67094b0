/* A profiling tool like mpiP or TAU. It counts calls in memory that its MPI_Init allocates, and crashes in
 * a call before that. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long* counts; /* of barriers, broadcasts, messages */

static void begin(void) { counts = calloc(3, sizeof *counts); }

int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  begin();
  return code;
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int code = PMPI_Init_thread(argc, argv, required, provided);
  begin();
  return code;
}
int MPI_Barrier(MPI_Comm comm) {
  ++counts[0];
  return PMPI_Barrier(comm);
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  ++counts[1];
  return PMPI_Bcast(data, count, type, root, comm);
}
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  ++counts[2];
  return PMPI_Send(data, count, type, to, tag, comm);
}
/* In front of tutti and with TOOL_TAKES_ALL it leaves tutti nothing. */
int MPI_Allreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  int (*next)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm) = PMPI_Allreduce;
  if (!getenv("TOOL_TAKES_ALL")) *(void**)&next = dlsym(RTLD_NEXT, "MPI_Allreduce");
  return next(in, out, count, type, op, comm);
}
int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    printf("tool: %ld barriers, %ld broadcasts, %ld messages\n", counts[0], counts[1], counts[2]);
  fflush(stdout);
  return PMPI_Finalize();
}
