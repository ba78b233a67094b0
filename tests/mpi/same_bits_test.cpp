// Sums and products of doubles of wildly different magnitudes, where every bracketing gives other bits: the result of an
// allreduce must be the same, bit for bit, on every process and in every repetition. Prints a summary, so that runs of the
// program can be compared, too.

#include <mpi.h>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include "oracle.hpp"

namespace {

double wild(std::uint64_t random) {
  const int exponent = static_cast<int>(random % 61) - 30;
  const double mantissa = 1 + static_cast<double>(random >> 12) * 0x1p-52;
  return std::ldexp((random >> 6 & 1) != 0 ? mantissa : -mantissa, exponent);
}

std::uint64_t summary(const std::vector<double>& v) {
  std::uint64_t d = v.size();
  for (double x : v) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    d = oracle::mix(d, bits);
  }
  return d;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  oracle::verdict v;
  std::uint64_t all = 0;
  for (const bool product : {false, true})
    for (const std::size_t n : {1U, 2U, 7U, 100U, 1000U, 4097U, 50'000U, 300'001U}) {
      std::vector<double> mine(n), first(n), again(n);
      for (std::size_t i = 0; i < n; ++i) mine[i] = wild(oracle::mix(n, static_cast<unsigned>(rank), i));
      const MPI_Op op = product ? MPI_PROD : MPI_SUM;
      const int count = static_cast<int>(n);
      v.begin((product ? "product" : "sum") + std::string(" of ") + std::to_string(n) + " doubles");
      MPI_Allreduce(mine.data(), first.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
      again = mine;
      MPI_Allreduce(MPI_IN_PLACE, again.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
      v.check("a second call",
              std::memcmp(first.data(), again.data(), n * sizeof(double)) == 0 ? "" : "other bits");
      if (rank == 0) again = first;
      // Process 0's result to everyone, by messages.
      for (int r = 1; r < size; ++r) {
        if (rank == 0) MPI_Send(first.data(), count, MPI_DOUBLE, r, 0, MPI_COMM_WORLD);
        if (rank == r) MPI_Recv(again.data(), count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      v.check("process 0",
              std::memcmp(first.data(), again.data(), n * sizeof(double)) == 0 ? "" : "other bits there");
      all = oracle::mix(all, summary(first));
    }
  if (rank == 0) std::printf("summary %016" PRIx64 "\n", all);
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
