/* A dot product that prints the same bits on any number of processes. Each process adds the products of its
 * own elements to an exact sum, and a reduction merges the sums. Beside it, the usual way.
 * Usage: dot [n]. Links with tutti: see docs/reproducible.md. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tutti/tutti.h"

static double element(long i, int of) { return ldexp(sin(i * 1.25 + of), (int)(i * 7 % 60) - 30); }

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const long n = argc > 1 ? atol(argv[1]) : 1000000;
  const long first = n * rank / size, mine = n * (rank + 1) / size - first;

  double *a = malloc((mine + 1) * sizeof *a), *b = malloc((mine + 1) * sizeof *b), usual = 0;
  for (long i = 0; i < mine; ++i) {
    a[i] = element(first + i, 0);
    b[i] = element(first + i, 1);
    usual += a[i] * b[i];
  }

  tutti_sum sum;
  tutti_sum_begin(&sum);
  tutti_sum_add_products(&sum, a, b, mine);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, tutti_sum_type(), tutti_sum_op(), MPI_COMM_WORLD);
  const double exact = tutti_sum_end(&sum);

  MPI_Allreduce(MPI_IN_PLACE, &usual, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("%.17g %a\n", exact, exact);
    fprintf(stderr, "%d processes, the usual way: %.17g %a\n", size, usual, usual);
  }
  free(a);
  free(b);
  MPI_Finalize();
  return 0;
}
