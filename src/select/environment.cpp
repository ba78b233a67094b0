#include "select/environment.hpp"

#include <algorithm>
#include <iterator>

namespace tutti {
namespace {

// Variables that module files and package managers set for every package, by convention: its location and
// version. The last one is read only by tutti's libmpi_abi.so.1 (src/forward).
constexpr std::string_view of_the_package[] = {"TUTTI_ROOT",   "TUTTI_DIR",     "TUTTI_HOME",
                                               "TUTTI_PREFIX", "TUTTI_VERSION", "TUTTI_LIB",
                                               "TUTTI_INC",    "TUTTI_INCLUDE", "TUTTI_MPI_ABI"};

bool is_setting(std::string_view name) {
  return name == "TUTTI" ||
         (name.starts_with("TUTTI_") && std::ranges::find(of_the_package, name) == std::end(of_the_package));
}

}  // namespace

std::vector<assignment> assignments_in(const char* const* environment) {
  std::vector<assignment> all;
  for (; *environment; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    const std::string_view name = entry.substr(0, equals);
    if (equals != std::string_view::npos && is_setting(name)) all.push_back({name, entry.substr(equals + 1)});
  }
  return all;
}

}  // namespace tutti
