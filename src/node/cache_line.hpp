#pragma once

#include <cstddef>

namespace tutti::node {

inline constexpr std::size_t cache_line = 64;

/// Prefetches a cache line that will be written, and invalidates other caches' copies.
inline void prefetch_to_write(void* line) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetchw %0"
               :
               : "m"(*static_cast<std::byte*>(line)));  // GCC's builtin would prefetch for reading
#else
  __builtin_prefetch(line, 1);
#endif
}

}  // namespace tutti::node
