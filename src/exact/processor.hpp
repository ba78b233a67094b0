#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include <cstdint>

namespace tutti::exact {

/// During its lifetime, its thread computes as IEEE 754 says by default: it rounds to nearest, keeps
/// subnormal numbers, and no exception traps. Afterwards the thread has the modes and the status flags that
/// it had before. A program may have other modes, for instance by -ffast-math or -ffpe-trap=invalid.
///
/// Compilers move arithmetic across a change of modes. So the arithmetic must be in a function that they do
/// not see, or do not inline.
class usual_arithmetic {
 public:
  usual_arithmetic(const usual_arithmetic&) = delete;
  usual_arithmetic& operator=(const usual_arithmetic&) = delete;

#if defined(__x86_64__)
  static constexpr bool possible = true;
  usual_arithmetic() noexcept : before_(_mm_getcsr()) {
    if ((before_ & modes) != all_masked) [[unlikely]]
      _mm_setcsr(all_masked);
  }
  ~usual_arithmetic() {
    if (_mm_getcsr() != before_) [[unlikely]]
      _mm_setcsr(before_);
  }

 private:
  // `all_masked`: the masks of exceptions. `modes`: these, rounding, flush-to-zero and denormals-are-zero.
  static constexpr unsigned all_masked = 0x1f80, modes = all_masked | 0x6000 | 0x8000 | 0x0040;
  unsigned before_;
#elif defined(__aarch64__)
  static constexpr bool possible = true;
  usual_arithmetic() noexcept {
    asm volatile("mrs %0, fpcr" : "=r"(modes_));
    asm volatile("mrs %0, fpsr" : "=r"(flags_));
    if (modes_ != 0) [[unlikely]]
      set_modes(0);
  }
  ~usual_arithmetic() {
    if (modes_ != 0) [[unlikely]]
      set_modes(modes_);
    std::uint64_t now = 0;
    asm volatile("mrs %0, fpsr" : "=r"(now));
    if (now != flags_) [[unlikely]]
      asm volatile("msr fpsr, %0" ::"r"(flags_));
  }

 private:
  static void set_modes(std::uint64_t modes) noexcept { asm volatile("msr fpcr, %0" ::"r"(modes)); }
  std::uint64_t modes_ = 0, flags_ = 0;
#else
  static constexpr bool possible = false;
  usual_arithmetic() noexcept {}
  ~usual_arithmetic() {}
#endif
};

}  // namespace tutti::exact
