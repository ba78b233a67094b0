#pragma once

#include <cstddef>

namespace tutti::node {

inline constexpr std::size_t cache_line = 64;

/// Has a cache line come that will be written, and taken away from whoever has it.
inline void prefetch_to_write(void* line) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetchw %0"
               :
               : "m"(*static_cast<std::byte*>(line)));  // GCC's own would be one for reading here
#else
  __builtin_prefetch(line, 1);
#endif
}

}  // namespace tutti::node
