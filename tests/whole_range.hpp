#pragma once

#include <cstdlib>

namespace tutti {

/// True in the tests named NAME.all, which only `scripts/test --all` runs: they try every number of processes
/// where the test NAME tries some.
inline bool whole_range() {
  static const bool asked = std::getenv("WHOLE_RANGE") != nullptr;
  return asked;
}

/// The number of processes after p: every one up to `all`, then each `step`-th.
inline int next_p(int p, int all, int step) { return p + (whole_range() || p < all ? 1 : step); }

}  // namespace tutti
