/* Exact sums of numbers of the program: the rounded sum of all processes' addends, in each reduction. */

#include <fenv.h>
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
  const double a[] = {1 + 0x1p-30, -1, 3}, b[] = {1 + 0x1p-30, 1 + 0x1p-29, 1e-320}, zero[] = {-0.0};
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
  tutti_sum_begin(&sum);
  tutti_sum_add_products(&sum, zero, a, 1);
  expect(same(tutti_sum_end(&sum), -0.0), "a product of -0");
}

/* Products do not depend on the mode of rounding, and the error of one may be infinite without a signal. */
static void modes(void) {
  const double a[] = {1 + 0x1p-30, 0x1.8p-1060, 1e300}, b[] = {1 + 0x1p-30, 0x1p500, 1e300};
  const int all[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  size_t k;
  for (k = 0; k < sizeof all / sizeof all[0]; ++k) {
    tutti_sum sum;
    double end;
    fesetround(all[k]);
#if defined(__SSE2__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040); /* flushes subnormal numbers to zero */
#endif
    feclearexcept(FE_ALL_EXCEPT);
    tutti_sum_begin(&sum);
    tutti_sum_add_products(&sum, a, b, 2);
    end = tutti_sum_end(&sum);
    tutti_sum_add_products(&sum, a + 2, b + 2, 1);
    expect(fetestexcept(FE_ALL_EXCEPT) == 0, "products raise no exceptions");
#if defined(__SSE2__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~0x8040u);
#endif
    fesetround(FE_TONEAREST);
    expect(end == 1 + 0x1p-29 + 0x1p-60, "products in another mode of rounding");
    tutti_sum_add_products(&sum, a, b, 1);
    expect(isinf(tutti_sum_end(&sum)), "a product that overflows");
    tutti_sum_begin(&sum);
    tutti_sum_add_products(&sum, a + 1, b + 1, 1);
    expect(tutti_sum_end(&sum) == 0x1.8p-560, "a product of a subnormal number");
  }
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
  modes();
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
