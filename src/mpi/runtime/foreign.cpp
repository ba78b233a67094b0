#include "mpi/runtime/foreign.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "mpi/library/abi.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/runtime/loaded_objects.hpp"
#include "mpi/runtime/preload.hpp"

namespace tutti::mpi {
namespace {

// Each MPI library is recognised by symbols that only it has.
constexpr bool foreign_is_mpich = family == mpi_family::open_mpi;
constexpr const char* foreign_name = foreign_is_mpich ? "MPICH" : "Open MPI";
constexpr const char* foreign_symbol = foreign_is_mpich ? "MPIR_Process" : "ompi_mpi_comm_world";
constexpr const char* foreign_symbol_too = foreign_is_mpich ? "MPIR_Err_create_code" : "ompi_mpi_init";

// Returns the file of a loaded MPI library of the other kind; empty if there is none. Searches all loaded
// libraries, because the program may have loaded its MPI library privately, as Python does.
std::string foreign_library() {
  for (const loaded_object& o : loaded_objects()) {
    if (!o.name().starts_with("libmpi")) continue;
    void* handle = dlopen(o.file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) continue;
    const bool foreign = dlsym(handle, foreign_symbol) || dlsym(handle, foreign_symbol_too);
    dlclose(handle);
    if (foreign) return o.file;
  }
  return {};
}

// True if this object was loaded before the other one. That is so if this object is preloaded and the program
// was linked with the other one, but not if the running program loads this object.
bool stands_before(const std::string& other) {
  const auto here = reinterpret_cast<std::uint64_t>(&refuse_foreign_mpi);
  for (const loaded_object& o : loaded_objects()) {
    if (o.file == other) return false;
    if (o.from <= here && here < o.to) return true;
  }
  return false;
}

// Runs when this object is loaded. A program under tutti may start programs of another MPI library, which
// inherit tutti although nothing asked for it. This object cannot pass on their calls: the handles of one
// library do not fit the parameters of the other one's functions. So the program restarts without tutti.
// (libtutti.so opens only what fits the program.)
__attribute__((constructor)) void leave_alone_what_inherits(int, char** arguments, char**) {
  if (opened_by_front()) return;
  const std::string found = foreign_library();
  if (found.empty() || !stands_before(found) || !is_inherited()) return;
  const char* const debug = std::getenv("TUTTI_DEBUG");
  if (debug && std::strcmp(debug, "1") == 0)
    std::fprintf(stderr, "tutti: %s runs %s (%s) and inherits a tutti library built for %s: not served\n",
                 arguments[0], foreign_name, found.c_str(), abi_name);
  run_without_tutti(arguments);
}

}  // namespace

void refuse_foreign_mpi() {
  if (opened_by_front()) return;
  const std::string found = foreign_library();
  if (found.empty()) return;
  const std::string remedy =
      is_inherited()
          ? "start it with env -u LD_PRELOAD, since it inherits that library"
          : std::string("use tutti run with the mpirun of ") + foreign_name + ", or load the other library";
  std::fprintf(stderr, "tutti: this program runs %s (%s), but the loaded tutti library is built for %s: %s\n",
               foreign_name, found.c_str(), abi_name, remedy.c_str());
  _exit(2);
}

}  // namespace tutti::mpi
