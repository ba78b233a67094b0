#pragma once

#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <chrono>
#endif

namespace tutti::record {

/// The processor's own clock, which costs a third of the system's: ticks of a constant rate that all
/// processors of a node share.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  std::uint64_t now = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// What ticks mean as seconds of a clock that several processes share.
struct time_line {
  std::uint64_t first = 0;  ///< ticks at
  double begins = 0;        ///< seconds
  double seconds_a_tick = 0;
  [[nodiscard]] double at(std::uint64_t when) const noexcept {
    return begins + static_cast<double>(static_cast<std::int64_t>(when - first)) * seconds_a_tick;
  }
};

}  // namespace tutti::record
