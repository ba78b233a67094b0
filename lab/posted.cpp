// The cost of beginning an operation and waiting for it, compared with a blocking call, with short data:
// native and tutti in alternation in one run, two processes on two cores. Run it with the tutti library
// loaded: then MPI_X is tutti's, PMPI_X the library's own (except PMPI_Wait on MPICH, see
// src/mpi/waits/waits_mpich.cpp).
//
//   posted [BYTES=8] [BATCHES=40] [CALLS=500]
//
// Prints nanoseconds per call, medians over batches. The root changes from call to call.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "alternate.hpp"

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define PERSISTENT(name) MPIX_##name
#define NATIVE_PERSISTENT(name) PMPIX_##name
#else
#define PERSISTENT(name) MPI_##name
#define NATIVE_PERSISTENT(name) PMPI_##name
#endif

namespace {

struct way {
  const char* name;
  std::function<void(int call)> run;
  std::vector<double> times;
};

void print(const char* collective, std::vector<way> ways, int batches, int calls, bool speaks) {
  for (way& w : ways) lab::batch(w.run, calls);
  for (int k = 0; k < batches; ++k)
    for (std::size_t i = 0; i < ways.size(); ++i) {
      way& w = ways[(i + static_cast<std::size_t>(k)) % ways.size()];
      w.times.push_back(lab::batch(w.run, calls));
    }
  if (!speaks) return;
  std::printf("%-10s", collective);
  for (const way& w : ways) std::printf("  %s %.0f", w.name, lab::median(w.times) * 1e9);
  std::printf("\n");
  std::fflush(stdout);
}

void wait(MPI_Request& r) { MPI_Wait(&r, MPI_STATUS_IGNORE); }
void native_wait(MPI_Request& r) { PMPI_Wait(&r, MPI_STATUS_IGNORE); }

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto number = [&](int at, int otherwise) { return argc > at ? std::atoi(argv[at]) : otherwise; };
  const int bytes = number(1, 8), batches = number(2, 40), calls = number(3, 500), n = std::max(1, bytes / 8);
  int rank = 0, p = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  const MPI_Comm c = MPI_COMM_WORLD;
  std::vector<double> from(static_cast<std::size_t>(n), 1), to(from);
  double *a = from.data(), *b = to.data();
  MPI_Request q = MPI_REQUEST_NULL;
  std::vector<MPI_Request> bcasts(static_cast<std::size_t>(p)), native_bcasts(bcasts);
  for (int r = 0; r < p; ++r) {
    PERSISTENT(Bcast_init)(a, n, MPI_DOUBLE, r, c, MPI_INFO_NULL, &bcasts[static_cast<std::size_t>(r)]);
    NATIVE_PERSISTENT(Bcast_init)
    (a, n, MPI_DOUBLE, r, c, MPI_INFO_NULL, &native_bcasts[static_cast<std::size_t>(r)]);
  }
  MPI_Request sum = MPI_REQUEST_NULL, native_sum = MPI_REQUEST_NULL;
  PERSISTENT(Allreduce_init)(a, b, n, MPI_DOUBLE, MPI_SUM, c, MPI_INFO_NULL, &sum);
  NATIVE_PERSISTENT(Allreduce_init)(a, b, n, MPI_DOUBLE, MPI_SUM, c, MPI_INFO_NULL, &native_sum);
  if (rank == 0)
    std::printf("# %d processes, %d bytes, %d batches of %d calls in alternation, ns\n", p, 8 * n, batches,
                calls);
  print("bcast",
        {{"native", [=](int i) { PMPI_Bcast(a, n, MPI_DOUBLE, i % p, c); }, {}},
         {"tutti", [=](int i) { MPI_Bcast(a, n, MPI_DOUBLE, i % p, c); }, {}},
         {"native I+Wait",
          [&](int i) {
            PMPI_Ibcast(a, n, MPI_DOUBLE, i % p, c, &q);
            native_wait(q);
          },
          {}},
         {"tutti I+Wait",
          [&](int i) {
            MPI_Ibcast(a, n, MPI_DOUBLE, i % p, c, &q);
            wait(q);
          },
          {}},
         {"native Start+Wait",
          [&](int i) {
            MPI_Request& r = native_bcasts[static_cast<std::size_t>(i % p)];
            MPI_Start(&r);
            native_wait(r);
          },
          {}},
         {"tutti Start+Wait",
          [&](int i) {
            MPI_Request& r = bcasts[static_cast<std::size_t>(i % p)];
            MPI_Start(&r);
            wait(r);
          },
          {}}},
        batches, calls, rank == 0);
  print("allreduce",
        {{"native", [=](int) { PMPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, c); }, {}},
         {"tutti", [=](int) { MPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, c); }, {}},
         {"native I+Wait",
          [&](int) {
            PMPI_Iallreduce(a, b, n, MPI_DOUBLE, MPI_SUM, c, &q);
            native_wait(q);
          },
          {}},
         {"tutti I+Wait",
          [&](int) {
            MPI_Iallreduce(a, b, n, MPI_DOUBLE, MPI_SUM, c, &q);
            wait(q);
          },
          {}},
         {"native Start+Wait",
          [&](int) {
            MPI_Start(&native_sum);
            native_wait(native_sum);
          },
          {}},
         {"tutti Start+Wait",
          [&](int) {
            MPI_Start(&sum);
            wait(sum);
          },
          {}}},
        batches, calls, rank == 0);
  print("barrier",
        {{"native", [=](int) { PMPI_Barrier(c); }, {}},
         {"tutti", [=](int) { MPI_Barrier(c); }, {}},
         {"native I+Wait",
          [&](int) {
            PMPI_Ibarrier(c, &q);
            native_wait(q);
          },
          {}},
         {"tutti I+Wait",
          [&](int) {
            MPI_Ibarrier(c, &q);
            wait(q);
          },
          {}}},
        batches, calls, rank == 0);
  MPI_Finalize();
}
