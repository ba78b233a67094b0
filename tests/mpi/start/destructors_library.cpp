// A library of the program that ends MPI when it is unloaded, as a static object of C++ may: after the
// destructors of preloaded libraries.

#include <mpi.h>

#include <cstdio>

namespace {

struct environment {
  int started = 0;

  ~environment() {
    int rank = 0, size = 0, sum = 0, sent = 0, done = 0;
    MPI_Finalized(&done);
    if (!started || done) return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    sent = rank == 0 ? 7 : 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(&sent, 1, MPI_INT, 0, comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    const bool right = sum == size && sent == 7;
    std::printf(right ? "ended\n" : "FAILED in a destructor\n");
    std::fflush(stdout);
  }
} here;

}  // namespace

extern "C" __attribute__((visibility("default"))) void start_mpi() {
  MPI_Init(nullptr, nullptr);
  here.started = 1;
}
