#pragma once

#include <link.h>

#include <cstddef>

namespace tutti::front {

/// The number of objects that this process has loaded so far, including those unloaded since.
inline unsigned long long loads_so_far() noexcept {
  unsigned long long n = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<unsigned long long*>(into) = info->dlpi_adds;
        return 1;
      },
      &n);
  return n;
}

}  // namespace tutti::front
