#pragma once

// Sums by MPFR's mpfr_sum(), rounded once: a reference that shares nothing with tutti. CMake defines HAS_MPFR
// where the library is.

#if defined(HAS_MPFR)
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tutti::exact {

inline void set(mpfr_t x, float v) { mpfr_set_flt(x, v, MPFR_RNDN); }
inline void set(mpfr_t x, double v) { mpfr_set_d(x, v, MPFR_RNDN); }
inline void set(mpfr_t x, long double v) { mpfr_set_ld(x, v, MPFR_RNDN); }
inline void get(mpfr_t x, float& v) { v = mpfr_get_flt(x, MPFR_RNDN); }
inline void get(mpfr_t x, double& v) { v = mpfr_get_d(x, MPFR_RNDN); }
inline void get(mpfr_t x, long double& v) { v = mpfr_get_ld(x, MPFR_RNDN); }

/// The rounded sum. NaN is the quiet one without sign, as tutti returns it.
template <class T>
T sum_by_mpfr(const std::vector<T>& v) {
  using limits = std::numeric_limits<T>;
  // MPFR's fractions are below 1, those of `limits`, too.
  mpfr_set_emin(limits::min_exponent - limits::digits + 1);
  mpfr_set_emax(limits::max_exponent);
  std::vector<__mpfr_struct> all(v.size());
  std::vector<mpfr_ptr> each;
  for (std::size_t k = 0; k < v.size(); ++k) {
    mpfr_init2(&all[k], limits::digits);
    set(&all[k], v[k]);
    each.push_back(&all[k]);
  }
  mpfr_t sum;
  mpfr_init2(sum, limits::digits);
  const int went = mpfr_sum(sum, each.data(), each.size(), MPFR_RNDN);
  mpfr_subnormalize(sum, went, MPFR_RNDN);
  T rounded = 0;
  get(sum, rounded);
  mpfr_clear(sum);
  for (__mpfr_struct& x : all) mpfr_clear(&x);
  return std::isnan(rounded) ? limits::quiet_NaN() : rounded;
}

}  // namespace tutti::exact
#endif
