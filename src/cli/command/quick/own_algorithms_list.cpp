// The quick build asks no MPI library for its algorithms: the measuring program is not in it.

#include "cli/choose/own_algorithms_list.hpp"

#include "cli/line/usage_error.hpp"

namespace tutti::cli {

void list_own_algorithms(const std::string&, const std::string&, bool) {
  throw usage_error("--library is not in the quick build of scripts/demo");
}

}  // namespace tutti::cli
