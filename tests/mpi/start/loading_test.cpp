// Libraries that are loaded while MPI starts, and tutti loaded after that.
//
//   loading_test during         another thread loads and unloads a library all the time while MPI_Init runs
//   loading_test late LIBRARY   tutti's library is loaded after MPI_Init, and serves calls by its own names
//   loading_test crossed LIBRARY   the same. A non-blocking call is made on one process before the first
//                                  blocking call on MPI_COMM_WORLD, and on the others after it

#include <dlfcn.h>
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <type_traits>

#include "oracle/expect.hpp"

namespace {

std::atomic<bool> stop{false};

void load_and_unload() {
  while (!stop)
    if (void* handle = dlopen("libanl.so.1", RTLD_NOW)) dlclose(handle);
}

// Functions of tutti's library.
struct late_functions {
  decltype(&MPI_Allreduce) allreduce = nullptr;
  decltype(&MPI_Iallreduce) iallreduce = nullptr;
  const char* (*choice)(MPI_Comm, const char*, int, std::size_t, std::size_t) = nullptr;

  explicit late_functions(const char* library) {
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    checks::expect(handle, "the library cannot be loaded late");
    if (!handle) {
      std::printf("%s\n", dlerror());
      return;
    }
    const auto look_up = [handle](auto& known, const char* name) {
      known = reinterpret_cast<std::remove_reference_t<decltype(known)>>(dlsym(handle, name));
      checks::expect(known, std::string(name) + " is not there");
    };
    look_up(allreduce, "TUTTI_Allreduce");
    look_up(iallreduce, "TUTTI_Iallreduce");
    look_up(choice, "tutti_choice");
  }
  [[nodiscard]] bool found() const { return allreduce && iallreduce && choice; }
  [[nodiscard]] bool serves(MPI_Comm comm) const {
    return std::strcmp(choice(comm, "allreduce", 0, 0, sizeof(int)), "native") != 0;
  }
};

void late(const late_functions& tutti) {
  int rank = 0, size = 1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm early = MPI_COMM_NULL, later = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &early);
  MPI_Comm_dup(MPI_COMM_WORLD, &later);
  for (MPI_Comm comm :
       // the library starts at the call on MPI_COMM_WORLD, and serves calls from then on
       {early, MPI_COMM_WORLD, early, later}) {
    tutti.allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    checks::expect(sum == size * (size - 1) / 2, "a sum by a library that was loaded late is wrong");
  }
  checks::expect(!tutti.serves(early) && (size == 1 || tutti.serves(later)),
                 "not the later communicators are served");
  MPI_Comm_free(&early);
  MPI_Comm_free(&later);
}

void crossed(const late_functions& tutti) {
  int rank = 0, size = 1, sum = 0, other = 0;
  const int one = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) tutti.iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
  tutti.allreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank != 0) tutti.iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  checks::expect(sum == size && other == size, "a sum before and after the start is wrong");
  checks::expect(!tutti.serves(comm), "a communicator that was used before the start is served");
  MPI_Comm_free(&comm);
}

}  // namespace

int main(int argc, char** argv) {
  const bool during = argc > 1 && std::strcmp(argv[1], "during") == 0;
  std::thread other;
  if (during) other = std::thread(load_and_unload);
  MPI_Init(&argc, &argv);
  stop = true;
  if (other.joinable()) other.join();
  if (argc > 2)
    if (const late_functions tutti(argv[2]); tutti.found())
      (std::strcmp(argv[1], "late") == 0 ? late : crossed)(tutti);
  MPI_Barrier(MPI_COMM_WORLD);
  return checks::finish();
}
