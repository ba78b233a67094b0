#include "mpi/library/library_calls.hpp"

#include <dlfcn.h>

#include <string>

#include "front/front.hpp"
#include "front/loads.hpp"
#include "mpi/library/note_for_user.hpp"
#include "mpi/library/quirks.hpp"

// The first three are null if libtutti.so is not loaded, the other two if tutti's libmpi_abi.so.1 is not
// loaded.
extern "C" {
[[gnu::weak]] std::size_t tutti_objects_at_start();
[[gnu::weak]] bool tutti_next_definition(const char* name, void** definition);
[[gnu::weak]] void tutti_note(const char* word);
[[gnu::weak]] bool tutti_abi_next_definition(const char* name, void** definition);
[[gnu::weak]] void tutti_abi_note(const char* word);
}

const char tutti_back_end_version[] = TUTTI_VERSION;

namespace tutti::mpi {

constinit library_calls next_mpi, next_pmpi;

namespace {

// Functions of the object that has opened this one. Both candidates may be loaded. `next_definition` returns
// true in the one that has opened this object.
struct opener {
  bool (*next_definition)(const char* name, void** definition) = nullptr;
  void (*note)(const char* word) = nullptr;
};
opener find_opener() noexcept {
  void* none = nullptr;
  for (const opener& o :
       {opener{tutti_abi_next_definition, tutti_abi_note}, opener{tutti_next_definition, tutti_note}})
    if (o.next_definition && o.next_definition("", &none)) return o;
  return {};
}

// Returns the function that writes notes for `tutti run`, or null. If the program is linked with this object,
// libtutti.so writes the notes, although it serves no call of the program.
auto writer_of_notes() noexcept {
  const opener by = find_opener();
  return by.note ? by.note : tutti_note;
}

// Returns the next definition of a function. If the program was linked with the MPI library before this
// object, no definition follows, and the library's definition precedes this object's.
void* definition(const char* next, const char* in_front) {
  void* const found = next_definition(next);
  return found || opened_by_front() ? found : dlsym(RTLD_DEFAULT, in_front);
}

// Sets a pointer of a table to a definition, if there is one.
template <class Function>
void set(Function*& known, void* definition) {
  if (definition) known = reinterpret_cast<Function*>(definition);
}

// An object that is preloaded or linked is loaded with the program.
constinit std::size_t objects_at_load = 0;

__attribute__((constructor)) void look_up_at_load() {
  objects_at_load = front::number_of_objects();
  look_up_library_calls();
}

}  // namespace

bool opened_by_front() noexcept { return find_opener().next_definition != nullptr; }

const void* entrance() noexcept {
  const opener by = find_opener();
  return by.next_definition ? reinterpret_cast<const void*>(by.next_definition)
                            : reinterpret_cast<const void*>(&entrance);
}

std::size_t objects_at_start() noexcept {
  return opened_by_front() && tutti_objects_at_start ? tutti_objects_at_start() : objects_at_load;
}

void note_unserved() noexcept {
  if (const auto note = writer_of_notes()) note("unserved");
}

void note_for_user(const char* sentence) noexcept {
  if (const auto note = writer_of_notes()) note((std::string("says ") + sentence).c_str());
}

void note_served(bool first) noexcept {
  const auto note = writer_of_notes();
  if (!note) return;
  note("served");
  if (first) note("job");
}

void* next_definition(const char* name) noexcept {
  void* found = nullptr;
  for (const auto next : {tutti_abi_next_definition, tutti_next_definition})
    if (next && next(name, &found)) return found;
  return dlsym(RTLD_NEXT, name);
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
