#pragma once

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace tutti {

/// While it lives its thread rounds to nearest and no exception of floating-point numbers traps, whatever the program has set.
class usual_rounding {
 public:
  usual_rounding(const usual_rounding&) = delete;
  usual_rounding& operator=(const usual_rounding&) = delete;

#if defined(__SSE2__)
  // std::fegetround() asks another unit of the processor, which programs may leave alone.
  usual_rounding() noexcept : before_(_mm_getcsr()) {
    if ((before_ & of_interest) != usual) [[unlikely]]
      _mm_setcsr(usual);
  }
  ~usual_rounding() {
    if ((before_ & of_interest) != usual) [[unlikely]]
      _mm_setcsr(before_);
  }

 private:
  static constexpr unsigned usual = 0x1f80, of_interest = 0x7f80;  // all masked; and the bits of rounding
  unsigned before_;
#else
  usual_rounding() noexcept : changed_(std::fegetround() != FE_TONEAREST) {
    if (!changed_) return;
    std::feholdexcept(&before_);
    std::fesetround(FE_TONEAREST);
  }
  ~usual_rounding() {
    if (changed_) std::fesetenv(&before_);
  }

 private:
  bool changed_;
  std::fenv_t before_;
#endif
};

/// What f() returns with usual_rounding. What all processes have to decide alike by numbers that are rounded is decided so: one
/// of them may round up while others round down, and a tie or a last bit makes them choose differently.
template <class F>
auto rounded_to_nearest(F f) {
  // Out of line: compilers move arithmetic over what changes the rounding, but not out of a function that may do anything.
  struct out_of_line {
    [[gnu::noinline]] static auto call(F& f) {
      asm volatile("" ::: "memory");
      return f();
    }
  };
  const usual_rounding here;
  return out_of_line::call(f);
}

}  // namespace tutti
