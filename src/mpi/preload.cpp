#include "mpi/preload.hpp"

#include <cstdlib>
#include <string>
#include <string_view>

#include "text/preload_list.hpp"

namespace tutti::mpi {

void preload_no_children() {
  const char* const all = std::getenv("LD_PRELOAD");
  if (!all) return;
  std::string others;
  for (const std::string& one : others_in(all)) others += (others.empty() ? "" : ":") + one;
  if (others.size() == std::string_view(all).size()) return;  // tutti is not among them
  // A variable that is there is given another value in place: threads that read the environment meanwhile are safe.
  setenv("LD_PRELOAD", others.c_str(), 1);
}

}  // namespace tutti::mpi
