#include "mpi/library/library_calls.hpp"

#include <dlfcn.h>

#include <string>

#include "front/front.hpp"
#include "mpi/library/quirks.hpp"

// Null if libtutti.so is not loaded.
extern "C" [[gnu::weak]] bool tutti_next_definition(const char* name, void** definition);
extern "C" [[gnu::weak]] void tutti_note(const char* word);

const char tutti_back_end_version[] = TUTTI_VERSION;

namespace tutti::mpi {

constinit library_calls next_mpi, next_pmpi;

namespace {

// The next definition of a function. If the program was linked with the MPI library before this object, none
// follows, and the library's definition comes first.
void* definition(const char* next, const char* in_front) {
  void* const found = next_definition(next);
  return found || opened_by_front() ? found : dlsym(RTLD_DEFAULT, in_front);
}

// Sets a pointer of a table to a definition, if there is one.
template <class Function>
void set(Function*& known, void* definition) {
  if (definition) known = reinterpret_cast<Function*>(definition);
}

__attribute__((constructor)) void look_up_at_load() { look_up_library_calls(); }

}  // namespace

bool opened_by_front() noexcept {
  void* none = nullptr;
  return tutti_next_definition && tutti_next_definition("", &none);
}

const void* entrance() noexcept {
  return opened_by_front() ? reinterpret_cast<const void*>(&tutti_next_definition)
                           : reinterpret_cast<const void*>(&entrance);
}

void note_unserved() noexcept {
  if (opened_by_front() && tutti_note) tutti_note("unserved");
}

void note_served(bool first) noexcept {
  if (!opened_by_front() || !tutti_note) return;
  tutti_note("served");
  if (first) tutti_note("job");
}

void* next_definition(const char* name) noexcept {
  void* found = nullptr;
  const bool known = tutti_next_definition && tutti_next_definition(name, &found);
  return known ? found : dlsym(RTLD_NEXT, name);
}

void look_up_library_calls() {
  static constinit bool done = false;
  if (done || quirks::simulated) return;
  done = true;
  quirks::look_at_loaded_library();
  const auto next = [](const char* pmpi, auto& known) { set(known, definition(pmpi + 1, pmpi)); };
  next_mpi.each_collective(next);
  next_mpi.each_other(next);
  next_mpi.each_persistent([](const char* pmpi, auto& known) {
    set(known, next_definition((std::string("MPIX_") + (pmpi + 5)).c_str()));  // before Open MPI 5
    set(known, next_definition(pmpi + 1));
  });
  next_pmpi.each_other([](const char* pmpi, auto& known) { set(known, definition(pmpi, pmpi)); });
}

int no_persistent(MPI_Comm comm) {
  constexpr int code = MPI_ERR_UNSUPPORTED_OPERATION;
  if (comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace tutti::mpi
