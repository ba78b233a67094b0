#pragma once

#include <link.h>

#include <cstddef>

namespace tutti::front {

/// The numbers of objects that this process has loaded and unloaded so far.
struct load_counts {
  unsigned long long loaded = 0, unloaded = 0;
  bool operator==(const load_counts&) const = default;
};
inline load_counts loads_and_unloads_so_far() noexcept {
  load_counts n;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<load_counts*>(into) = {.loaded = info->dlpi_adds, .unloaded = info->dlpi_subs};
        return 1;
      },
      &n);
  return n;
}

/// The number of objects that this process has loaded so far, including those unloaded since.
inline unsigned long long loads_so_far() noexcept { return loads_and_unloads_so_far().loaded; }

/// The number of objects that are loaded now.
inline std::size_t number_of_objects() noexcept {
  std::size_t n = 0;
  dl_iterate_phdr(
      [](dl_phdr_info*, std::size_t, void* into) {
        ++*static_cast<std::size_t*>(into);
        return 0;
      },
      &n);
  return n;
}

}  // namespace tutti::front
