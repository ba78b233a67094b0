#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "front/loads.hpp"

namespace tutti::mpi {

/// The program or a library that this process has loaded.
struct loaded_object {
  std::string file;                         ///< empty for the program
  std::uint64_t base = 0;                   ///< an address in memory minus this is the address in the file
  std::uint64_t from = UINT64_MAX, to = 0;  ///< addresses of its text; from < to if it has any

  /// The name of the file, without its folder.
  [[nodiscard]] std::string_view name() const noexcept {
    return std::string_view(file).substr(file.rfind('/') + 1);
  }
};

/// Returns all loaded objects, the program first. Callers query an object only afterwards: dl_iterate_phdr
/// holds a lock meanwhile, and a dlopen in another thread would take the locks in the opposite order.
std::vector<loaded_object> loaded_objects();

using front::load_counts;
using front::loads_and_unloads_so_far;
using front::loads_so_far;

}  // namespace tutti::mpi
