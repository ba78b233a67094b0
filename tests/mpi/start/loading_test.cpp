// Libraries that are loaded while MPI starts, and tutti loaded after that.
//
//   loading_test during         another thread loads and unloads a library all the time while MPI_Init runs
//   loading_test late LIBRARY   tutti's library is loaded after MPI_Init, and serves calls by its own names

#include <dlfcn.h>
#include <mpi.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "oracle/expect.hpp"

namespace {

std::atomic<bool> stop{false};

void load_and_unload() {
  while (!stop)
    if (void* handle = dlopen("libanl.so.1", RTLD_NOW)) dlclose(handle);
}

void late(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  checks::expect(handle, "the library cannot be loaded late");
  if (!handle) return std::printf("%s\n", dlerror()), void();
  const auto allreduce = reinterpret_cast<decltype(&MPI_Allreduce)>(dlsym(handle, "TUTTI_Allreduce"));
  checks::expect(allreduce, "TUTTI_Allreduce is not there");
  int rank = 0, size = 1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm early = MPI_COMM_NULL, later = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &early);
  MPI_Comm_dup(MPI_COMM_WORLD, &later);
  for (MPI_Comm comm :
       // the library starts at the call on MPI_COMM_WORLD, and serves calls from then on
       {early, MPI_COMM_WORLD, early, later}) {
    allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    checks::expect(sum == size * (size - 1) / 2, "a sum by a library that was loaded late is wrong");
  }
  MPI_Comm_free(&early);
  MPI_Comm_free(&later);
}

}  // namespace

int main(int argc, char** argv) {
  const bool during = argc > 1 && std::strcmp(argv[1], "during") == 0;
  std::thread other;
  if (during) other = std::thread(load_and_unload);
  MPI_Init(&argc, &argv);
  stop = true;
  if (other.joinable()) other.join();
  if (argc > 2 && std::strcmp(argv[1], "late") == 0) late(argv[2]);
  MPI_Barrier(MPI_COMM_WORLD);
  return checks::finish();
}
