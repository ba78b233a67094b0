// Collectives that several threads call at once, each on a communicator of its own (MPI_THREAD_MULTIPLE):
// native and tutti in alternation in one run. Run it with the tutti library loaded: then MPI_X is tutti's,
// PMPI_X the library's own.
//
//   threads [THREADS=3] [BYTES=8] [CALLS=1000] [BATCHES=9]
//
// Prints microseconds from the first thread's start to the last one's end for each call of a thread, medians
// over batches.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "alternate.hpp"

namespace {

using call = std::function<void(int call, std::size_t thread)>;

// One batch: `calls` calls in each thread.
std::function<void(int)> in_threads(const call& f, std::size_t threads, int calls) {
  return [&f, threads, calls](int) {
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < threads; ++t)
      all.emplace_back([&f, t, calls] {
        for (int i = 0; i < calls; ++i) f(i, t);
      });
    for (std::thread& one : all) one.join();
  };
}

}  // namespace

int main(int argc, char** argv) {
  const auto argument = [&](int k, int otherwise) { return argc > k ? std::atoi(argv[k]) : otherwise; };
  const auto threads = static_cast<std::size_t>(argument(1, 3));
  const int bytes = argument(2, 8), calls = argument(3, 1000), batches = argument(4, 9);
  int provided = 0, rank = 0, size = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (provided < MPI_THREAD_MULTIPLE) {
    if (rank == 0) std::printf("threads: this MPI library has no MPI_THREAD_MULTIPLE\n");
    MPI_Finalize();
    return 77;
  }
  std::vector<MPI_Comm> comms(threads);
  for (MPI_Comm& c : comms) MPI_Comm_dup(MPI_COMM_WORLD, &c);
  std::vector<std::vector<double>> send(threads), receive(threads);
  const int n = (bytes + 7) / 8;
  for (auto* each : {&send, &receive})
    for (std::vector<double>& one : *each) one.resize(static_cast<std::size_t>(n) + 1);

  const auto compare = [&](const char* name, const call& native, const call& ours) {
    const lab::result r =
        lab::alternate(in_threads(native, threads, calls), in_threads(ours, threads, calls), batches, 1);
    if (rank != 0) return;
    std::printf("%-10s native %8.2f us, tutti %8.2f us: %.2f\n", name, r.native / calls * 1e6,
                r.ours / calls * 1e6, r.ours / r.native);
    std::fflush(stdout);
  };
  compare(
      "allreduce",
      [&](int, std::size_t t) {
        PMPI_Allreduce(send[t].data(), receive[t].data(), n, MPI_DOUBLE, MPI_MAX, comms[t]);
      },
      [&](int, std::size_t t) {
        MPI_Allreduce(send[t].data(), receive[t].data(), n, MPI_DOUBLE, MPI_MAX, comms[t]);
      });
  compare(
      "bcast", [&](int i, std::size_t t) { PMPI_Bcast(send[t].data(), n, MPI_DOUBLE, i % size, comms[t]); },
      [&](int i, std::size_t t) { MPI_Bcast(send[t].data(), n, MPI_DOUBLE, i % size, comms[t]); });
  compare(
      "barrier", [&](int, std::size_t t) { PMPI_Barrier(comms[t]); },
      [&](int, std::size_t t) { MPI_Barrier(comms[t]); });
  for (MPI_Comm& c : comms) MPI_Comm_free(&c);
  MPI_Finalize();
}
