#include "mpi/preload.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <string_view>

namespace tutti::mpi {
namespace {

std::string_view name_of(std::string_view path) noexcept { return path.substr(path.rfind('/') + 1); }

// What the list names, without files of that name. The loader takes blanks and colons.
std::string without(std::string_view name, std::string_view list) {
  std::string rest;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find_first_of(" :"));
    list.remove_prefix(one.size() < list.size() ? one.size() + 1 : one.size());
    if (one.empty() || name_of(one) == name) continue;
    if (!rest.empty()) rest += ':';
    rest += one;
  }
  return rest;
}

}  // namespace

void preload_no_children() {
  Dl_info here{};
  const char* const all = std::getenv("LD_PRELOAD");
  if (!all || !dladdr(reinterpret_cast<const void*>(&preload_no_children), &here)) return;
  const std::string others = without(name_of(here.dli_fname), all);
  if (others.size() == std::string_view(all).size()) return;  // this object is not among them
  // A variable that is there is given another value in place: threads that read the environment meanwhile are safe.
  setenv("LD_PRELOAD", others.c_str(), 1);
}

}  // namespace tutti::mpi
