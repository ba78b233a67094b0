#include "mpi/foreign.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "mpi/abi.hpp"
#include "mpi/loaded_objects.hpp"

namespace tutti::mpi {
namespace {

// Each MPI library is known by a symbol that only it has.
#if defined(OPEN_MPI)
constexpr const char* foreign_name = "MPICH";
constexpr const char* foreign_symbol = "MPIR_Process";
constexpr const char* foreign_symbol_too = "MPIR_Err_create_code";
#else
constexpr const char* foreign_name = "Open MPI";
constexpr const char* foreign_symbol = "ompi_mpi_comm_world";
constexpr const char* foreign_symbol_too = "ompi_mpi_init";
#endif

// A program's MPI library may be out of sight of this object (Python loads it privately): all loaded ones are asked.
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

}  // namespace

void refuse_foreign_mpi() {
  const std::string found = foreign_library();
  if (found.empty()) return;
  std::fprintf(
      stderr,
      "tutti: this program runs %s (%s), but the loaded tutti library is built for %s: use tutti run with "
      "the mpirun of %s, or load the other library\n",
      foreign_name, found.c_str(), abi_name, foreign_name);
  _exit(2);
}

}  // namespace tutti::mpi
