#include "mpi/library/quirks.hpp"

#include <dlfcn.h>

#include <array>
#include <charconv>
#include <string_view>

namespace tutti::mpi::quirks {
namespace {

// The first number of the release, such as 4 of "Open MPI v4.1.4, package: ..."; 0 if it is not found.
int major_release() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  if (PMPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) return 0;
  const std::string_view version(text.data(), static_cast<std::size_t>(length));
  const std::size_t first = version.find_first_of("0123456789");
  int major = 0;
  if (first != std::string_view::npos)
    std::from_chars(version.data() + first, version.data() + version.size(), major);
  return major;
}

}  // namespace

bool treematch_hangs() { return family == mpi_family::open_mpi && major_release() < 5; }

// The library's own variable has the value, whether it came from the launcher, the environment or a file.
bool processes_may_fail() {
  if (family != mpi_family::open_mpi) return false;
  const void* const enabled = dlsym(RTLD_DEFAULT, "ompi_ftmpi_enabled");
  return enabled && *static_cast<const bool*>(enabled);
}

}  // namespace tutti::mpi::quirks
