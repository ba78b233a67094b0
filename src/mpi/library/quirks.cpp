#include "mpi/library/quirks.hpp"

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

#include "mpi/library/progress_callback.hpp"

namespace tutti::mpi::quirks {
namespace {

// Such as "Open MPI v4.1.4, package: ..."; empty if the library reports none.
std::string library_version() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  if (PMPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) return {};
  text.resize(static_cast<std::size_t>(length));
  return text;
}

// The first number of the release; 0 if it is not found.
int major_release() {
  const std::string version = library_version();
  const std::size_t first = version.find_first_of("0123456789");
  int major = 0;
  if (first != std::string::npos)
    std::from_chars(version.data() + first, version.data() + version.size(), major);
  return major;
}

}  // namespace

constinit loaded_library loaded;

void look_at_loaded_library() {
  if (family != mpi_family::standard_abi || !library_version().starts_with("Open MPI")) return;
  loaded = {.family = mpi_family::open_mpi, .calls_back = progress_callback::available()};
}

const char* library_name() {
  if (family != mpi_family::standard_abi) return abi_name;
  return library_is(mpi_family::open_mpi)         ? "Open MPI, MPI 5 ABI"
         : library_version().starts_with("MPICH") ? "MPICH, MPI 5 ABI"
                                                  : "MPI 5 ABI";
}

bool is_asked_to_yield() {
  if (!library_is(mpi_family::open_mpi)) return false;
  const char* const value = std::getenv("OMPI_MCA_mpi_yield_when_idle");  // mpirun sets it for --mca, too
  if (!value) return false;
  int number = 0;
  const std::string_view text = value;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc()) return number != 0;
  return text == "true" || text == "t" || text == "yes" || text == "enabled";
}

bool treematch_hangs() { return library_is(mpi_family::open_mpi) && major_release() < 5; }

// The library's own variable has the value, no matter whether it was set by the launcher, the environment or
// a file. The global scope lacks it if the MPI library has been opened privately.
bool processes_may_fail() {
  if (!library_is(mpi_family::open_mpi)) return false;
  const void* enabled = dlsym(RTLD_DEFAULT, "ompi_ftmpi_enabled");
  for (const char* library : {"libopen_mpi.so.40", "libmpi.so.40"})
    if (void* const handle = enabled ? nullptr : dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      enabled = dlsym(handle, "ompi_ftmpi_enabled");
      dlclose(handle);
    }
  return enabled && *static_cast<const bool*>(enabled);
}

}  // namespace tutti::mpi::quirks
