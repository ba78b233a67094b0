// Measures which part of an operation's time a program can spend on something else, counted as by IMB-NBC. An
// operation that is begun and waited for takes t; with t of other work before the wait, it takes u; then (2 t
// - u) / t of it is hidden. Run it with the tutti library loaded (lab/network does): then MPI_X is tutti's,
// PMPI_X the library's own. The other work is sleep, since the hosts of lab/cluster share two processors,
// unlike real ones. It tests the request every 100 us, or never with `thread`: then tutti's own thread
// (TUTTI_PROGRESS=thread) advances the operation.
//
//   overlap [BYTES=1600000] [REPEATS=5] [... thread]

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "alternate.hpp"

namespace {

bool tests = true;

struct posts {
  std::function<void(MPI_Request*)> begin;
  int (*test)(MPI_Request*, int*, MPI_Status*);
  int (*wait)(MPI_Request*, MPI_Status*);
};

void pure(const posts& p) {
  MPI_Request r = MPI_REQUEST_NULL;
  p.begin(&r);
  p.wait(&r, MPI_STATUS_IGNORE);
}

void beside(const posts& p, double seconds) {
  using clock = std::chrono::steady_clock;
  MPI_Request r = MPI_REQUEST_NULL;
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  p.begin(&r);
  if (!tests) std::this_thread::sleep_until(end);
  while (clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    int flag = 0;
    p.test(&r, &flag, MPI_STATUS_IGNORE);
  }
  p.wait(&r, MPI_STATUS_IGNORE);
}

void print(const char* name, const posts& native, const posts& ours, int times, bool speaks) {
  const lab::result t = lab::alternate([&](int) { pure(native); }, [&](int) { pure(ours); }, times, 1);
  const lab::result u =
      lab::alternate([&](int) { beside(native, t.native); }, [&](int) { beside(ours, t.ours); }, times, 1);
  const auto hidden = [](double alone, double with) {
    return 100 * std::clamp((2 * alone - with) / alone, 0.0, 1.0);
  };
  if (!speaks) return;
  std::printf("%-12s%12.1f%12.0f %%%12.1f%12.0f %%\n", name, t.native * 1e3, hidden(t.native, u.native),
              t.ours * 1e3, hidden(t.ours, u.ours));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  tests = std::string_view(argv[argc - 1]) != "thread";
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, tests ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &level);
  const int n = (argc > 1 ? std::atoi(argv[1]) : 1600000) / 8, times = argc > 2 ? std::atoi(argv[2]) : 5;
  int rank = 0, p = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  std::vector<double> from(static_cast<std::size_t>(n), 1), to(from);
  double *a = from.data(), *b = to.data();
  const auto d = MPI_DOUBLE;
  const auto c = MPI_COMM_WORLD;
  if (rank == 0)
    std::printf("# %d processes, %d bytes\n%-12s%12s%14s%12s%14s\n", p, 8 * n, "", "native ms", "hidden",
                "tutti ms", "hidden");
#define OVERLAP(name, ...)                                                                    \
  print(#name, {[=](MPI_Request* r) { PMPI_I##name(__VA_ARGS__, r); }, PMPI_Test, PMPI_Wait}, \
        {[=](MPI_Request* r) { MPI_I##name(__VA_ARGS__, r); }, MPI_Test, MPI_Wait}, times, rank == 0)
  OVERLAP(bcast, a, n, d, 0, c);
  OVERLAP(reduce, a, b, n, d, MPI_SUM, 0, c);
  OVERLAP(allreduce, a, b, n, d, MPI_SUM, c);
  OVERLAP(allgather, a, n / p, d, b, n / p, d, c);
  OVERLAP(scan, a, b, n, d, MPI_SUM, c);
  MPI_Finalize();
}
