#include "front/mpi_library.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "front/loaded_objects.hpp"
#include "front/sequential_library.hpp"

namespace tutti::front {
namespace {

bool begins_with(const char* text, const char* with) {
  return std::strncmp(text, with, std::strlen(with)) == 0;
}

const char* without_folder(const char* file) {
  const char* const slash = std::strrchr(file, '/');
  return slash ? slash + 1 : file;
}

const char* back_end_of(const void* function, const char* version) {
  // MPI libraries of the standard ABI of MPI 5 have the same version texts as those with handles of their
  // own.
  if (begins_with(soname_of(function), "libmpi_abi.")) return "abi";
  if (begins_with(version, "Open MPI ")) return "openmpi";
  if (begins_with(version, "MPICH Version:")) return "mpich";
  return nullptr;
}

}  // namespace

mpi_library find_mpi_library() {
  mpi_library library;
  const void* known = nullptr;
  for (const char* const object : loaded_objects()) {
    // Profiling tools define MPI_* functions, but no PMPI_* function. The forwarding library (src/forward)
    // defines them all, but is not an MPI library.
    void* const found = definition_in(object, "PMPI_Get_library_version");
    if (!found && library.sequential_file[0] == '\0' && is_sequential_library(object))
      library.sequential_file = object;
    if (!found || object_of(found) == known || definition_in(object, "tutti_abi_next_definition")) continue;
    if (known) {
      library.found = mpi_library::several;
      library.second_file = object;
      return library;
    }
    known = object_of(found);
    library.found = mpi_library::one;
    library.file = object;
    // The longest MPI_MAX_LIBRARY_VERSION_STRING; not on the stack, which may be a small one.
    static char version[8192];
    int length = 0;
    reinterpret_cast<int (*)(char*, int*)>(found)(version, &length);
    version[sizeof version - 1] = '\0';
    library.back_end = back_end_of(found, version);
    constexpr int most = sizeof library.description - 1;
    const int first_line = std::min(most, static_cast<int>(std::strcspn(version, "\n,")));
    std::snprintf(library.description, sizeof library.description, "%.*s", first_line, version);
  }
  return library;
}

void* definition_behind(const char* name, const void* caller, bool of_caller) {
  // The definitions that all objects see, then those that only the caller sees. (RTLD_NEXT counts from the
  // object that calls dlsym().) But of several MPI libraries that were loaded later, one may have become
  // visible to all after the caller was bound to another.
  void* found = dlsym(RTLD_NEXT, name);
  if (caller && (!found || (of_caller && !was_loaded_at_start(found))))
    if (void* const own = definition_for(caller, name)) found = own;
  if (!found) found = definition_anywhere(name);
  return found;
}

const char* const no_definition =
    "this process has loaded no library that defines it (a program that looks for it by a weak reference or "
    "dlsym() finds the stub of libtutti.so: run it with env -u LD_PRELOAD)";

bool seems_to_have_mpi() noexcept {
  const loaded_objects all;
  return std::any_of(all.begin(), all.end(), [](const char* object) {
    const char* const file = without_folder(object);
    return begins_with(file, "libmpi.") || begins_with(file, "libmpi_") || begins_with(file, "libmpich");
  });
}

}  // namespace tutti::front
