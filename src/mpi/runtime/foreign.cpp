#include "mpi/runtime/foreign.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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

// Each MPI library is recognised by symbols that only it has. A library of the standard ABI also has the
// symbols of the MPI library that it belongs to, so it is recognised by its name.
struct kind {
  mpi_family family;
  const char* name;
  std::array<const char*, 2> symbols;
};
constexpr std::array kinds{kind{mpi_family::open_mpi, "Open MPI", {"ompi_mpi_comm_world", "ompi_mpi_init"}},
                           kind{mpi_family::mpich, "MPICH", {"MPIR_Process", "MPIR_Err_create_code"}}};
constexpr kind standard_abi{mpi_family::standard_abi, "the MPI 5 ABI", {}};

const kind* kind_of(const loaded_object& library) {
  if (library.name().starts_with("libmpi_abi")) return &standard_abi;
  void* const handle = dlopen(library.file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return nullptr;
  const auto fits = [handle](const kind& k) {
    return std::ranges::any_of(k.symbols, [handle](const char* symbol) { return dlsym(handle, symbol); });
  };
  const auto* const found = std::ranges::find_if(kinds, fits);
  dlclose(handle);
  return found != kinds.end() ? found : nullptr;
}

// A loaded MPI library of another kind than the one that this object is built for. `file` is empty if there
// is none.
struct foreign {
  std::string file;
  const char* name = "";
};
// Searches all loaded libraries, because the program may have loaded its MPI library privately, as Python
// does.
foreign foreign_library() {
  for (const loaded_object& o : loaded_objects()) {
    if (!o.name().starts_with("libmpi")) continue;
    if (const kind* const k = kind_of(o); k && k->family != family) return {o.file, k->name};
  }
  return {};
}

// True if this object was loaded before the other one. This is the case if this object is preloaded and the
// program was linked with the other one, but not if the running program loads this object.
bool stands_before(const std::string& other) {
  const auto here = reinterpret_cast<std::uint64_t>(&refuse_foreign_mpi);
  for (const loaded_object& o : loaded_objects()) {
    if (o.file == other) return false;
    if (o.from <= here && here < o.to) return true;
  }
  return false;
}

// Runs when this object is loaded. A program under tutti may start programs that use another MPI library and
// inherit tutti unasked. This object cannot pass on their calls: the handles of one library do not fit the
// parameters of the other one's functions. So the program restarts without tutti. (libtutti.so opens only the
// object that fits the program.)
__attribute__((constructor)) void leave_alone_what_inherits(int, char** arguments, char**) {
  if (opened_by_front()) return;
  const foreign found = foreign_library();
  if (found.file.empty() || !stands_before(found.file) || !is_inherited()) return;
  const char* const debug = secure_getenv("TUTTI_DEBUG");
  if (debug && std::strcmp(debug, "1") == 0)
    std::fprintf(stderr, "tutti: %s runs %s (%s) and inherits a tutti library built for %s: not served\n",
                 arguments[0], found.name, found.file.c_str(), abi_name);
  run_without_tutti(arguments);
}

}  // namespace

void refuse_foreign_mpi() {
  if (opened_by_front()) return;
  const foreign found = foreign_library();
  if (found.file.empty()) return;
  const std::string remedy =
      is_inherited()
          ? "start it with env -u LD_PRELOAD, since it inherits that library"
          : std::string("use tutti run with the mpirun of ") + found.name + ", or load the other library";
  std::fprintf(stderr, "tutti: this program runs %s (%s), but the loaded tutti library is built for %s: %s\n",
               found.name, found.file.c_str(), abi_name, remedy.c_str());
  _exit(2);
}

}  // namespace tutti::mpi
