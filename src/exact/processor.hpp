#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstdint>

namespace tutti::exact {

/// True if this thread computes as IEEE 754 says by default: rounds to nearest, and keeps subnormal
/// numbers. A program may have another mode, for instance by -ffast-math.
inline bool computes_as_usual() noexcept {
#if defined(__x86_64__)
  constexpr unsigned rounding = 0x6000, flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
  return (_mm_getcsr() & (rounding | flush_to_zero | denormals_are_zero)) == 0;
#elif defined(__aarch64__)
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  constexpr std::uint64_t rounding = 3U << 22U, flush_to_zero = 1U << 24U, flush_half = 1U << 19U,
                          other_flushes = 3U;
  return (control & (rounding | flush_to_zero | flush_half | other_flushes)) == 0;
#else
  return false;
#endif
}

}  // namespace tutti::exact
