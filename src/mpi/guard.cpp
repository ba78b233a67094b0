#include "mpi/guard.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "mpi/site.hpp"

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

// A program's MPI library may be out of sight of this object (Python loads it privately): ask each loaded one.
int look(dl_phdr_info* object, std::size_t, void* found) {
  const char* slash = std::strrchr(object->dlpi_name, '/');
  const char* file = slash ? slash + 1 : object->dlpi_name;
  if (std::strncmp(file, "libmpi", 6) != 0) return 0;
  void* handle = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return 0;
  const bool foreign = dlsym(handle, foreign_symbol) || dlsym(handle, foreign_symbol_too);
  dlclose(handle);
  if (foreign) std::snprintf(static_cast<char*>(found), 512, "%s", object->dlpi_name);
  return foreign;
}

__attribute__((constructor)) void at_load() { refuse_foreign_mpi(); }

}  // namespace

void refuse_foreign_mpi() {
  char found[512] = "";
  if (dl_iterate_phdr(look, found) == 0) return;
  std::fprintf(stderr,
               "tutti: this program runs %s (%s), but the tutti library loaded with it is built for %s: with "
               "tutti run, start it by the mpirun of %s, otherwise load the other library\n",
               foreign_name, found, abi_name, foreign_name);
  _exit(2);
}

int begun(int code) {
  if (code != MPI_SUCCESS) return code;
  try {
    begin();
  } catch (const failure& f) {
    return f.code();
  }
  return MPI_SUCCESS;
}

}  // namespace tutti::mpi
