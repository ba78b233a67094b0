#pragma once

#include <cstdint>
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <chrono>
#endif

namespace tutti::record {

/// Ticks of the processor's own clock. All processors of a node share it, and its rate is constant. Reading
/// it costs a third of reading the system's clock.
inline std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();  // the header that declares __rdtsc() takes a second to compile
#elif defined(__aarch64__)
  std::uint64_t now = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Converts ticks to seconds of a clock that several processes share.
struct time_line {
  std::uint64_t first = 0;  ///< ticks at `begins`
  double begins = 0;        ///< seconds at `first`
  double seconds_a_tick = 0;
  [[nodiscard]] double at(std::uint64_t when) const noexcept {
    return begins + static_cast<double>(static_cast<std::int64_t>(when - first)) * seconds_a_tick;
  }
};

}  // namespace tutti::record
