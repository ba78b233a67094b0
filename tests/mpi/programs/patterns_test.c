/* The patterns that MPI lacks, called from C: circular shifts by any distance, of elements with holes too;
 * blocks in order to all elements in order, on communicators of any number of processes; errors. */

#include <stdio.h>
#include <stdlib.h>

#include "tutti/tutti.h"

static int failed = 0;

static void expect(int condition, const char* what, int p, int number) {
  if (condition) return;
  ++failed;
  fprintf(stderr, "FAILED %s, p = %d, %d\n", what, p, number);
}

static void shifts(MPI_Comm comm) {
  int rank, p, distance;
  MPI_Datatype every_second;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  for (distance = -2 * p - 1; distance <= 2 * p + 1; ++distance) {
    const int from = ((rank - distance) % p + p) % p, out[6] = {rank, -1, rank + 100, -1, rank + 200, -1};
    int in[6] = {-2, -2, -2, -2, -2, -2};
    expect(tutti_shift(out, in, 1, every_second, distance, comm) == MPI_SUCCESS, "shift", p, distance);
    expect(in[0] == from && in[2] == from + 100 && in[4] == from + 200, "elements of a shift", p, distance);
    expect(in[1] == -2 && in[3] == -2, "holes of a shift", p, distance);
  }
  MPI_Type_free(&every_second);
}

/* Counts its calls in *with. */
static int down(const void* a, const void* b, void* with) {
  const double x = *(const double*)a, y = *(const double*)b;
  ++*(int*)with;
  return x > y ? -1 : x < y;
}

static void merged(MPI_Comm comm, int n) {
  int rank, p, i, calls = 0;
  double *mine, *all;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  mine = malloc((n + 1) * sizeof(double));
  all = malloc((n * p + 1) * sizeof(double));
  all[n * p] = -7;
  for (i = 0; i < n; ++i) mine[i] = (n - i) * p - rank; /* together, each number from n p to 1 once */
  expect(tutti_allgather_merge(mine, all, n, MPI_DOUBLE, down, &calls, comm) == MPI_SUCCESS, "merge", p, n);
  for (i = 0; i < n * p; ++i) expect(all[i] == n * p - i, "element of a merge", p, i);
  expect(all[n * p] == -7, "element behind a merge", p, n);
  expect(calls > 0 || n * p <= 1 || p == 1, "context of a comparison", p, n);
  free(mine);
  free(all);
}

static void errors(void) {
  int in = 0, out = 0;
  MPI_Comm comm;
  MPI_Datatype hole;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &hole);
  MPI_Type_commit(&hole);
  expect(tutti_shift(&in, &out, -1, MPI_INT, 1, comm) == MPI_ERR_COUNT, "count of a shift", 0, 0);
  expect(tutti_shift(&in, &out, 1, MPI_DATATYPE_NULL, 1, comm) == MPI_ERR_TYPE, "type of a shift", 0, 0);
  expect(tutti_allgather_merge(&in, &out, 0, hole, down, NULL, comm) == MPI_ERR_TYPE, "type of a merge", 0,
         0);
  expect(tutti_allgather_merge(&in, &out, 0, MPI_INT, NULL, NULL, comm) == MPI_ERR_ARG, "no comparison", 0,
         0);
  MPI_Type_free(&hole);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  int rank, p, first, n, failed_anywhere = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (first = 0; first < p; ++first) { /* the processes from `first` on, backwards, and the others */
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank >= first, -rank, &some);
    shifts(some);
    for (n = 0; n <= 4; ++n) merged(some, n);
    merged(some, 1000);
    MPI_Comm_free(&some);
  }
  errors();
  MPI_Allreduce(&failed, &failed_anywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed_anywhere > 0;
}
