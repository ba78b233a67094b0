#pragma once

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace tutti {

/// During its lifetime, its thread rounds to nearest and no floating-point exception traps, whatever the
/// program has set.
class usual_rounding {
 public:
  usual_rounding(const usual_rounding&) = delete;
  usual_rounding& operator=(const usual_rounding&) = delete;

#if defined(__SSE2__)
  // std::fegetround() reads the x87 control word; programs may change the rounding of SSE only.
  usual_rounding() noexcept : before_(_mm_getcsr()) {
    if ((before_ & of_interest) != usual) [[unlikely]]
      _mm_setcsr(usual);
  }
  ~usual_rounding() {
    if ((before_ & of_interest) != usual) [[unlikely]]
      _mm_setcsr(before_);
  }

 private:
  static constexpr unsigned usual = 0x1f80, of_interest = 0x7f80;  // all masked; masks and rounding bits
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

/// Returns f() under usual_rounding. Used for decisions from rounded numbers that must be the same on all
/// processes: if one process rounds up and another down, a tie or a last bit makes them choose differently.
template <class F>
auto rounded_to_nearest(F f) {
  // Out of line: compilers move arithmetic across a change of the rounding mode, but not out of an opaque
  // function.
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
