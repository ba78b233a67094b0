// The MPI library of the forwarding library (front/mpi_library.hpp): the libmpi_abi.so.1 behind it, which it
// opens itself.

#include <dlfcn.h>
#include <sys/stat.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "front/loaded_objects.hpp"
#include "front/mpi_library.hpp"

namespace tutti::front {
namespace {

constexpr const char* soname = "libmpi_abi.so.1";

// Of the library that is opened; empty if there is none.
char file[PATH_MAX];

struct closed {
  void operator()(void* handle) const { dlclose(handle); }
};
struct freed {
  void operator()(void* memory) const { std::free(memory); }
};
using loaded = std::unique_ptr<void, closed>;

bool is_own_file(const char* path) {
  struct stat one, own;
  return stat(path, &one) == 0 && stat(own_file(), &own) == 0 && one.st_dev == own.st_dev &&
         one.st_ino == own.st_ino;
}

// Opens a library by its path. The loader would take a name without a folder for the name of this object,
// whose DT_SONAME is the same. The library stays open.
bool open(const char* path) {
  if (is_own_file(path)) return false;
  loaded library(dlopen(path, RTLD_NOW | RTLD_LOCAL));
  // Another copy of the forwarding library is not an MPI library.
  if (!library || !definition_in(path, "PMPI_Get_library_version") ||
      definition_in(path, "tutti_abi_next_definition"))
    return false;
  (void)library.release();
  std::snprintf(file, sizeof file, "%s", path);
  return true;
}

// Opens the first MPI library in the folders that the loader searches for the program: the folders of
// LD_LIBRARY_PATH, of the program's DT_RUNPATH, and of the system.
bool open_next() {
  const loaded program(dlopen(nullptr, RTLD_LAZY));
  Dl_serinfo size;
  if (!program || dlinfo(program.get(), RTLD_DI_SERINFOSIZE, &size) != 0) return false;
  const std::unique_ptr<Dl_serinfo, freed> folders(static_cast<Dl_serinfo*>(std::malloc(size.dls_size)));
  if (!folders) return false;
  *folders = size;
  if (dlinfo(program.get(), RTLD_DI_SERINFO, folders.get()) != 0) return false;
  for (unsigned k = 0; k < folders->dls_cnt; ++k) {
    char path[PATH_MAX];
    const int length = std::snprintf(path, sizeof path, "%s/%s", folders->dls_serpath[k].dls_name, soname);
    if (length < PATH_MAX && open(path)) return true;
  }
  return false;
}

// Ends the program if there is no such library: its call has nowhere to go.
void find_library() {
  const char* const named = secure_getenv("TUTTI_MPI_ABI");
  if (named && *named) {
    if (open(named)) return;
    std::fprintf(stderr, "tutti: TUTTI_MPI_ABI=%s is no MPI library of the MPI 5 ABI: %s\n", named,
                 is_own_file(named) ? "it is tutti's own" : "it cannot be opened, or lacks MPI's functions");
  } else {
    if (open_next()) return;
    std::fprintf(
        stderr,
        "tutti: there is no %s behind %s: name the MPI library's by TUTTI_MPI_ABI, or put its folder "
        "into LD_LIBRARY_PATH\n",
        soname, own_file());
  }
  std::abort();
}

}  // namespace

mpi_library find_mpi_library() {
  if (file[0] == '\0') find_library();
  mpi_library library{.found = mpi_library::one, .file = file, .back_end = "abi"};
  std::strcpy(library.description, "a library of the MPI 5 ABI");
  return library;
}

void* definition_behind(const char* name, const void*, bool) {
  return file[0] != '\0' ? definition_in(file, name) : nullptr;
}

const char* const no_definition = "the MPI library behind tutti's libmpi_abi.so.1 does not define it";

}  // namespace tutti::front
