// Short collectives beside the minimum that they can take: two processes that exchange numbers through shared
// memory. Two processes on two cores, native and tutti in alternation in one run. Run it with the tutti
// library loaded: then MPI_X is tutti's. lab/overhead runs it.
//
//   limit [BATCHES=400]
//
// Prints nanoseconds per call, minima over batches of 500 calls.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "alternate.hpp"

namespace {

// A number for the other process, in a cache line of its own.
struct alignas(128) flag {
  std::atomic<std::uint64_t> number;
};

struct kind {
  const char* what;
  std::function<void(int)> call;
  double least = std::numeric_limits<double>::infinity();
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int batches = argc > 1 ? std::atoi(argv[1]) : 400;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win window = MPI_WIN_NULL;
  flag* unused = nullptr;
  MPI_Win_allocate_shared(sizeof(flag), sizeof(flag), MPI_INFO_NULL, MPI_COMM_WORLD, &unused, &window);
  flag* flags[2];
  for (int i = 0; i < 2; ++i) {
    MPI_Aint bytes = 0;
    int unit = 0;
    MPI_Win_shared_query(window, i, &bytes, &unit, static_cast<void*>(&flags[i]));
  }
  flag &mine = *flags[rank], &theirs = *flags[1 - rank];
  mine.number = 0;
  PMPI_Barrier(MPI_COMM_WORLD);
  std::uint64_t sent = 0;
  double in = 1, out = 0;

  std::vector<kind> kinds{
      {"numbers exchanged through shared memory",
       [&](int) {
         mine.number.store(++sent, std::memory_order_release);
         while (theirs.number.load(std::memory_order_acquire) < sent) {
         }
       }},
      {"barrier, native", [&](int) { PMPI_Barrier(MPI_COMM_WORLD); }},
      {"barrier", [&](int) { MPI_Barrier(MPI_COMM_WORLD); }},
      {"allreduce of 8 B, native",
       [&](int) { PMPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }},
      {"allreduce of 8 B", [&](int) { MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }},
      {"scan of 8 B, native", [&](int) { PMPI_Scan(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }},
      {"scan of 8 B", [&](int) { MPI_Scan(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }},
      {"barrier on MPI_COMM_SELF, native", [&](int) { PMPI_Barrier(MPI_COMM_SELF); }},
      {"barrier on MPI_COMM_SELF", [&](int) { MPI_Barrier(MPI_COMM_SELF); }},
      {"allreduce of 8 B on MPI_COMM_SELF, native",
       [&](int) { PMPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); }},
      {"allreduce of 8 B on MPI_COMM_SELF",
       [&](int) { MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); }},
  };
  for (int k = 0; k < batches; ++k)
    for (kind& each : kinds) each.least = std::min(each.least, lab::batch(each.call, 500));
  for (const kind& each : kinds)
    if (rank == 0) std::printf("%-45s %7.1f\n", each.what, each.least * 1e9);
  MPI_Win_free(&window);
  MPI_Finalize();
}
