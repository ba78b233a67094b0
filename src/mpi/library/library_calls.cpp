#include "mpi/library/library_calls.hpp"

#include <dlfcn.h>

#include <string>

#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

constinit library_calls next_mpi, next_pmpi;

namespace {

// The definition of a function that follows this object's own. If the program was linked with the MPI library
// before this object, none follows, and the library's definition comes first.
void* definition(const char* next, const char* in_front) {
  void* const found = dlsym(RTLD_NEXT, next);
  return found ? found : dlsym(RTLD_DEFAULT, in_front);
}

// Sets a pointer of a table to a definition, if there is one.
template <class Function>
void set(Function*& known, void* definition) {
  if (definition) known = reinterpret_cast<Function*>(definition);
}

__attribute__((constructor)) void look_up_at_load() { look_up_library_calls(); }

}  // namespace

void look_up_library_calls() {
  static constinit bool done = false;
  if (done || quirks::simulated) return;
  done = true;
  const auto next = [](const char* pmpi, auto& known) { set(known, definition(pmpi + 1, pmpi)); };
  next_mpi.each_collective(next);
  next_mpi.each_other(next);
  next_mpi.each_persistent([](const char* pmpi, auto& known) {
    set(known, dlsym(RTLD_NEXT, (std::string("MPIX_") + (pmpi + 5)).c_str()));  // before Open MPI 5
    set(known, dlsym(RTLD_NEXT, pmpi + 1));
  });
  next_pmpi.each_other([](const char* pmpi, auto& known) { set(known, definition(pmpi, pmpi)); });
}

int no_persistent(MPI_Comm comm) {
  constexpr int code = MPI_ERR_UNSUPPORTED_OPERATION;
  if (comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace tutti::mpi
