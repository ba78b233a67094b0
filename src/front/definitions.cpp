// The definitions that the stubs jump to.

#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "front/back_end.hpp"
#include "front/loaded_objects.hpp"
#include "front/mpi_library.hpp"
#include "front/sequential_library.hpp"
#include "front/stubs.hpp"

extern "C" {
void* tutti_slots[tutti::front::count];
}

namespace tutti::front {
namespace {

constinit pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

struct lock {
  lock() noexcept { pthread_mutex_lock(&mutex); }
  ~lock() { pthread_mutex_unlock(&mutex); }
  lock(const lock&) = delete;
  lock& operator=(const lock&) = delete;
};

constexpr const char* names =
#define TUTTI_NAME(symbol) #symbol "\0"
#include "front/names.inc"
#undef TUTTI_NAME
    ;

const char* name_of(unsigned index) noexcept {
  const char* name = names;
  while (index-- > 0) name += std::strlen(name) + 1;
  return name;
}

// A program that is linked with tutti may call TUTTI_Bcast. If the call is not served, it is MPI_Bcast.
void* of_mpi(const char* name, const void* caller) {
  constexpr const char* own = "TUTTI_";
  if (std::strncmp(name, own, std::strlen(own)) != 0) return nullptr;
  char mpi_name[64];
  std::snprintf(mpi_name, sizeof mpi_name, "MPI_%s", name + std::strlen(own));
  return next_definition(mpi_name, caller);
}

// MPI_Abort without an MPI library: a program that looks for it by a weak reference wants to end with this
// status. All MPI libraries pass the status as the second argument.
[[noreturn]] int end_with(const void*, int status) { _exit(status); }

// Returns what a call without a definition goes to, or ends the process: the call has nowhere to go.
void* without_definition(const char* name) {
  std::fprintf(stderr, "tutti: %s is called, and %s\n", name, no_definition);
  if (std::strcmp(name, "MPI_Abort") != 0 && std::strcmp(name, "PMPI_Abort") != 0) std::abort();
  return reinterpret_cast<void*>(&end_with);
}

}  // namespace
}  // namespace tutti::front

void* tutti_find_definition(unsigned index, const void* caller) {
  using namespace tutti::front;
  const lock here;
  const char* const name = name_of(index);
  // While the back end is being opened, constructors of the objects that it needs may call MPI.
  static constinit bool opening = false;
  const bool within = opening;
  opening = true;
  const bool decided = within || open_back_end();
  opening = within;
  void* const next = next_definition(name, caller);
  // The program may load functions of MPI for one process after an object that serves its MPI library.
  const bool same_for_all = decided && !within && !depends_on_caller() && !(next && is_sequential(next));
  void* found = same_for_all || within ? definition_in_back_end(name) : nullptr;
  if (!found) found = next;
  if (!found) found = of_mpi(name, caller);
  if (!found) return without_definition(name);
  if (same_for_all) {
    keep_loaded(found);
    __atomic_store_n(&tutti_slots[index], found, __ATOMIC_RELEASE);
  }
  return found;
}
