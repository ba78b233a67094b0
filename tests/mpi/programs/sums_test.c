/* Exact sums of numbers of the program: the rounded sum of all processes' addends, in each reduction. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tutti/tutti.h"

static int failed = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  ++failed;
  fprintf(stderr, "FAILED %s\n", what);
}

static int same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static void local(void) {
  const double huge[] = {1e308, 1e308, -1e308, -1e308, 1.5}, halves[] = {1, 0x1p-53, 0x1p-106};
  const double a[] = {1 + 0x1p-30, -1, 3}, b[] = {1 + 0x1p-30, 1 + 0x1p-29, 1e-320};
  tutti_sum sum, other;
  tutti_sum_begin(&sum);
  expect(same(tutti_sum_end(&sum), 0.0), "an empty sum");
  tutti_sum_add(&sum, huge, 5);
  expect(tutti_sum_end(&sum) == 1.5, "partial sums that overflow");
  tutti_sum_begin(&other);
  tutti_sum_add(&other, halves, 2);
  expect(tutti_sum_end(&other) == 1, "a tie goes to the even number");
  tutti_sum_add(&other, halves + 2, 1);
  expect(tutti_sum_end(&other) == 1 + 0x1p-52, "more than a tie goes up");
  tutti_sum_merge(&sum, &other);
  expect(tutti_sum_end(&sum) == 2.5, "merged sums");
  tutti_sum_begin(&sum);
  tutti_sum_add_products(&sum, a, b, 2);
  expect(tutti_sum_end(&sum) == 0x1p-60, "products are exact");
  tutti_sum_add_products(&sum, a + 2, b + 2, 1);
  expect(tutti_sum_end(&sum) == 0x1p-60, "a product of subnormal numbers");
}

static void reduced(MPI_Comm comm) {
  enum { n = 3 };
  int rank, p, i;
  double mine[n], last = 0;
  tutti_sum sums[n], all[n];
  MPI_Request request;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  for (i = 0; i < n; ++i) {
    mine[i] = ldexp(i + 1.0, 60 * (rank % 3));
    tutti_sum_begin(&sums[i]);
    tutti_sum_add(&sums[i], &mine[i], 1);
  }
  for (i = 0; i < p; ++i) last += ldexp(3.0, 60 * (i % 3)); /* exact for up to 3 processes */
  MPI_Allreduce(sums, all, n, tutti_sum_type(), tutti_sum_op(), comm);
  if (p <= 2) expect(tutti_sum_end(&all[2]) == last, "allreduce");
  MPI_Iallreduce(sums, all, n, tutti_sum_type(), tutti_sum_op(), comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (p <= 2) expect(tutti_sum_end(&all[2]) == last, "iallreduce");
  MPI_Scan(sums, all, n, tutti_sum_type(), tutti_sum_op(), comm);
  if (rank == 0) expect(tutti_sum_end(&all[1]) == mine[1], "scan");
  MPI_Reduce(rank == 0 ? MPI_IN_PLACE : sums, sums, n, tutti_sum_type(), tutti_sum_op(), 0, comm);
  if (rank == 0 && p <= 2) expect(tutti_sum_end(&sums[2]) == last, "reduce");
}

int main(int argc, char** argv) {
  int failed_anywhere = 0;
  MPI_Comm half;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  local();
  reduced(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  reduced(half);
  MPI_Comm_free(&half);
  expect(MPI_Type_f2c(tutti_sum_type_f()) == tutti_sum_type(), "Fortran's datatype");
  expect(MPI_Op_f2c(tutti_sum_op_f()) == tutti_sum_op(), "Fortran's operator");
  MPI_Allreduce(&failed, &failed_anywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return failed_anywhere > 0;
}
