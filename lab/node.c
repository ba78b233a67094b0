/* Seconds of a collective among the processes of one node: node COLLECTIVE BYTES CALLS [rotate]. The root moves on with each call;
 * with `rotate` so do the buffers, through 192 MiB, so that nothing is in a cache. Prints nanoseconds a call, of the last of three
 * series. COLLECTIVE `copy`: no message; all processes copy, each its share of the bytes. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void call(const char* name, char* a, char* b, int n, int p, int root) {
  const MPI_Comm all = MPI_COMM_WORLD;
  if (!strcmp(name, "copy")) memcpy(b, a, (size_t)(n / p));
  if (!strcmp(name, "barrier")) MPI_Barrier(all);
  if (!strcmp(name, "bcast")) MPI_Bcast(a, n, MPI_BYTE, root, all);
  if (!strcmp(name, "reduce")) MPI_Reduce(a, b, n / 8, MPI_DOUBLE, MPI_SUM, root, all);
  if (!strcmp(name, "allreduce")) MPI_Allreduce(a, b, n / 8, MPI_DOUBLE, MPI_SUM, all);
  if (!strcmp(name, "scan")) MPI_Scan(a, b, n / 8, MPI_DOUBLE, MPI_SUM, all);
  if (!strcmp(name, "gather")) MPI_Gather(a, n, MPI_BYTE, b, n, MPI_BYTE, root, all);
  if (!strcmp(name, "scatter")) MPI_Scatter(a, n, MPI_BYTE, b, n, MPI_BYTE, root, all);
  if (!strcmp(name, "allgather")) MPI_Allgather(a, n, MPI_BYTE, b, n, MPI_BYTE, all);
  if (!strcmp(name, "alltoall")) MPI_Alltoall(a, n, MPI_BYTE, b, n, MPI_BYTE, all);
}

int main(int argc, char** argv) {
  int rank, p;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  if (argc < 4) {
    if (rank == 0) fprintf(stderr, "usage: node COLLECTIVE BYTES CALLS [rotate]\n");
    MPI_Finalize();
    return 2;
  }
  const int n = atoi(argv[2]), calls = atoi(argv[3]);
  const size_t each = ((size_t)n * (size_t)p + 4095) / 4096 * 4096 + 4096;
  const size_t sets = argc > 4 ? ((size_t)192 << 20) / (2 * each) + 1 : 1;
  char *const from = malloc(each * sets), *const to = malloc(each * sets);
  memset(from, 0, each * sets);
  memset(to, 0, each * sets);
  for (int series = 0; series < 3; ++series) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) {
      const size_t at = each * ((size_t)i % sets);
      call(argv[1], from + at, to + at, n, p, i % p);
    }
    const double seconds = (MPI_Wtime() - begin) / calls;
    if (rank == 0 && series == 2) printf("%.0f\n", seconds * 1e9);
  }
  free(from);
  free(to);
  MPI_Finalize();
  return 0;
}
