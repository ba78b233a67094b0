/* An ordinary MPI program, written without tutti: the largest eigenvalue of a dense symmetric matrix by
 * power iteration, with the rows distributed over the processes. Build it with mpicc, run it with mpirun, or
 * with tutti run mpirun. Usage: demo [n [iterations]]. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int first_row(int n, int size, int rank) { return (int)((long)n * rank / size); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int problem[2] = {argc > 1 ? atoi(argv[1]) : 1200, argc > 2 ? atoi(argv[2]) : 40};
  MPI_Bcast(problem, 2, MPI_INT, 0, MPI_COMM_WORLD);
  const int n = problem[0], iterations = problem[1];

  /* The rows of each process, and the number of elements of the matrix in them. */
  int *rows = malloc(size * sizeof *rows), *begin = malloc(size * sizeof *begin);
  int *elements = malloc(size * sizeof *elements), *offset = malloc(size * sizeof *offset);
  for (int r = 0; r < size; ++r) {
    begin[r] = first_row(n, size, r);
    rows[r] = first_row(n, size, r + 1) - begin[r];
    elements[r] = rows[r] * n;
    offset[r] = begin[r] * n;
  }
  const int mine = rows[rank];
  double *matrix = NULL, *part = malloc(((size_t)mine * n + 1) * sizeof *part);
  double *x = malloc(n * sizeof *x), *y = malloc((mine + 1) * sizeof *y);
  if (rank == 0) {
    matrix = malloc((size_t)n * n * sizeof *matrix);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) matrix[(size_t)i * n + j] = 1.0 / (1 + abs(i - j));
  }
  for (int i = 0; i < n; ++i) x[i] = 1;

  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  MPI_Scatterv(matrix, elements, offset, MPI_DOUBLE, part, elements[rank], MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double value = 0;
  for (int k = 0; k < iterations; ++k) {
    double square = 0;
    for (int i = 0; i < mine; ++i) {
      y[i] = 0;
      for (int j = 0; j < n; ++j) y[i] += part[(size_t)i * n + j] * x[j];
      square += y[i] * y[i];
    }
    MPI_Allreduce(MPI_IN_PLACE, &square, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    value = sqrt(square);
    for (int i = 0; i < mine; ++i) y[i] /= value;
    MPI_Allgatherv(y, mine, MPI_DOUBLE, x, rows, begin, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  /* The eigenvector to all as one message, and its largest element: the start of a next phase. */
  MPI_Bcast(x, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double largest = 0;
  for (int i = begin[rank]; i < begin[rank] + mine; ++i) largest = fmax(largest, x[i]);
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &largest, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - start;

  if (rank == 0)
    printf("%d process%s, n = %d: eigenvalue %.9f, largest element %.9f, %.3f s\n", size,
           size == 1 ? "" : "es", n, value, largest, seconds);
  free(matrix), free(part), free(x), free(y);
  free(rows), free(begin), free(elements), free(offset);
  MPI_Finalize();
  return 0;
}
