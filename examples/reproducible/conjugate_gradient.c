/* Conjugate gradients for Poisson's equation on a square grid, with the rows of the grid distributed over the
 * processes. Prints the same bits of each residual on any number of processes: a process computes an element
 * of a vector in the same way wherever its row is, and the dot products are exact sums, rounded once.
 * Usage: conjugate_gradient [n [iterations]]. Links with tutti: see docs/reproducible.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tutti/tutti.h"

static int rank, size, n, rows;

/* Row i of this process. Rows -1 and `rows` are copies of its neighbours' rows. */
static double* row(double* vector, int i) { return vector + (long)(i + 1) * n; }

static double dot(double* a, double* b) {
  tutti_sum sum;
  tutti_sum_begin(&sum);
  tutti_sum_add_products(&sum, row(a, 0), row(b, 0), (long)rows * n);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, tutti_sum_type(), tutti_sum_op(), MPI_COMM_WORLD);
  return tutti_sum_end(&sum);
}

static void exchange_borders(double* x) {
  const int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(row(x, 0), n, MPI_DOUBLE, above, 0, row(x, rows), n, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(row(x, rows - 1), n, MPI_DOUBLE, below, 1, row(x, -1), n, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

/* y = A x, the five-point stencil. */
static void apply(double* x, double* y) {
  exchange_borders(x);
  for (int i = 0; i < rows; ++i) {
    const double *up = row(x, i - 1), *here = row(x, i), *down = row(x, i + 1);
    for (int j = 0; j < n; ++j) {
      const double left = j > 0 ? here[j - 1] : 0, right = j + 1 < n ? here[j + 1] : 0;
      row(y, i)[j] = 4 * here[j] - ((up[j] + down[j]) + (left + right));
    }
  }
}

/* y = y + factor x, or x + factor y. */
static void add(double* y, double factor, double* x) {
  for (long k = 0; k < (long)rows * n; ++k) row(y, 0)[k] += factor * row(x, 0)[k];
}
static void scale_and_add(double* y, double factor, double* x) {
  for (long k = 0; k < (long)rows * n; ++k) row(y, 0)[k] = row(x, 0)[k] + factor * row(y, 0)[k];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  n = argc > 1 ? atoi(argv[1]) : 100;
  const int iterations = argc > 2 ? atoi(argv[2]) : 50;
  if (n < size) {
    if (rank == 0) fprintf(stderr, "conjugate_gradient: expected at least as many rows as processes\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int first = (int)((long)n * rank / size);
  rows = (int)((long)n * (rank + 1) / size) - first;
  const size_t bytes = (size_t)(rows + 2) * n * sizeof(double);
  double *x = calloc(1, bytes), *r = calloc(1, bytes), *p = calloc(1, bytes), *q = calloc(1, bytes);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j) row(r, i)[j] = sin(0.1 * (first + i)) + cos(0.3 * j);
  memcpy(p, r, bytes);

  double square = dot(r, r);
  for (int k = 1; k <= iterations && square > 0; ++k) {
    apply(p, q);
    const double alpha = square / dot(p, q);
    add(x, alpha, p);
    add(r, -alpha, q);
    const double next = dot(r, r);
    scale_and_add(p, next / square, r);
    square = next;
    if (rank == 0) printf("iteration %d: residual %.17g %a\n", k, sqrt(square), sqrt(square));
  }
  free(x);
  free(r);
  free(p);
  free(q);
  MPI_Finalize();
  return 0;
}
