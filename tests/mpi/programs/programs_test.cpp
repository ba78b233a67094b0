// A user's own program on a communicator whose calls were only counted so far, because tutti is off. The
// program must find everything that it finds otherwise. Run with TUTTI=off, a report, TUTTI_SEGMENT=1000 and
// TUTTI_IBCAST=native. Receives are counted where they reach the MPI library.

#include <dlfcn.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tutti/mpi/run.hpp"

namespace {

int received = 0;

tutti::task pass_on(tutti::process& self, tutti::buffer data) {
  if (self.rank() > 0) co_await self.recv(data, self.rank() - 1);
  if (self.rank() + 1 < self.size()) co_await self.send(data, self.rank() + 1);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int PMPI_Irecv(void* data, int count, MPI_Datatype type,
                                                                 int from, int tag, MPI_Comm comm,
                                                                 MPI_Request* request) {
  using function = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  static const auto real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "PMPI_Irecv"));
  ++received;
  return real(data, count, type, from, tag, comm, request);
}

// An algorithm for barriers leaves the choices for other collectives, and the user's for non-blocking ones.
static int wrong_choices() {
  tutti_use(MPI_COMM_WORLD, "barrier", "binomial");
  const auto choice = [](const char* call) -> std::string {
    return tutti_choice(MPI_COMM_WORLD, call, 0, 0, 8);
  };
  if (choice("ibarrier") == "binomial" && choice("ibcast") == "native" && choice("bcast") != "native")
    return 0;
  std::fprintf(stderr, "FAILED: %s, %s and %s would serve ibarrier, ibcast and bcast\n",
               choice("ibarrier").c_str(), choice("ibcast").c_str(), choice("bcast").c_str());
  return 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    const int wrong = wrong_choices();
    MPI_Finalize();
    return wrong;
  }
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Barrier(MPI_COMM_WORLD);  // counted, not served
  std::vector<int> data(1250, rank == 0 ? 42 : 0);
  const tutti::buffer all = tutti::elements(data.data(), data.size(), MPI_INT);
  received = 0;
  tutti::run(MPI_COMM_WORLD, [&](tutti::process& self) { return pass_on(self, all); });
  const int pieces = received, expected = rank > 0 ? 5 : 0;  // 5000 bytes
  int failed = 0;
  if (pieces != expected) {
    ++failed;
    std::fprintf(stderr, "FAILED process %d: %d pieces of 1000 bytes were received, not %d\n", rank, pieces,
                 expected);
  }
  for (const int x : data) failed += x != 42;
  MPI_Comm local = MPI_COMM_NULL, inter = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, rank % 2 == 0 ? 1 : 0, 7, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  MPI_Barrier(inter);  // counted, too; does not run programs
  const int code = tutti::run(inter, [&](tutti::process& self) { return pass_on(self, all); });
  if (code != MPI_ERR_COMM) {
    ++failed;
    std::fprintf(stderr, "FAILED process %d: a program on an inter-communicator gave %d\n", rank, code);
  }
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
  MPI_Finalize();
  return failed > 0 ? 1 : 0;
}
