#pragma once

#include <unistd.h>

#include <array>
#include <string>

namespace tutti::mpi {

/// The name of the host that this process runs on; empty if the system does not provide it.
inline std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace tutti::mpi
