#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::mpi {

/// The program or a library, as this process has loaded it.
struct loaded_object {
  std::string file;                         ///< empty: the program's
  std::uint64_t base = 0;                   ///< what to subtract for an address in the file
  std::uint64_t from = UINT64_MAX, to = 0;  ///< addresses of its text; from < to if it has any

  /// The name of the file, without its folder.
  [[nodiscard]] std::string_view name() const noexcept {
    return std::string_view(file).substr(file.rfind('/') + 1);
  }
};

/// All of them, the program first. What is to be asked of one is asked afterwards: inside of dl_iterate_phdr it holds a lock that
/// a dlopen of another thread takes the other way round.
std::vector<loaded_object> loaded_objects();

/// How often one has been loaded so far.
unsigned long long loads_so_far();

}  // namespace tutti::mpi
