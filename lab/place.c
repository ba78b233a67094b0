/* The time of MPI_Neighbor_alltoall with blocks of 64 KB on a Cartesian grid, whose processes are placed
 * otherwise than the ranks of MPI_COMM_WORLD. Prints the median and the extremes of REPEATS, from the first
 * entry to the last exit, in milliseconds.
 *   place cart:2x4x4[:periodic] REPEATS RANK...      the grid's ranks, in the order of the places */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { block = 65536, most_dimensions = 8 };

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int n, char** words) {
  MPI_Init(&n, &words);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (n != 3 + size) MPI_Abort(MPI_COMM_WORLD, 2);
  int sides[most_dimensions], periods[most_dimensions], dimensions = 0;
  const int periodic = strstr(words[1], "periodic") != NULL;
  for (char* at = strchr(words[1], ':'); at && dimensions < most_dimensions; at = strchr(at, 'x')) {
    periods[dimensions] = periodic;
    sides[dimensions++] = (int)strtol(at + 1, &at, 10);
  }
  const int repeats = atoi(words[2]);

  MPI_Comm placed, grid;
  MPI_Comm_split(MPI_COMM_WORLD, 0, atoi(words[3 + rank]), &placed);
  MPI_Cart_create(placed, dimensions, sides, periods, 0, &grid);
  char* out = calloc(2 * dimensions, block);
  char* in = calloc(2 * dimensions, block);
  double* times = malloc(sizeof(double) * repeats);
  for (int i = -1; i < repeats; ++i) { /* the first one opens connections */
    MPI_Barrier(grid);
    double begin = MPI_Wtime(), mine, whole;
    MPI_Neighbor_alltoall(out, block, MPI_BYTE, in, block, MPI_BYTE, grid);
    mine = MPI_Wtime() - begin;
    MPI_Reduce(&mine, &whole, 1, MPI_DOUBLE, MPI_MAX, 0, grid);
    if (i >= 0) times[i] = whole;
  }
  int grid_rank;
  MPI_Comm_rank(grid, &grid_rank);
  if (grid_rank == 0) {
    qsort(times, repeats, sizeof(double), by_value);
    printf("%8.1f ms (%.1f .. %.1f)\n", 1e3 * times[repeats / 2], 1e3 * times[0], 1e3 * times[repeats - 1]);
  }
  MPI_Finalize();
  return 0;
}
