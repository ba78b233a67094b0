#pragma once

#include <unistd.h>

#include <array>
#include <string>

namespace tutti::mpi {

/// Of the host that this process runs on; empty where the system does not say.
inline std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace tutti::mpi
