#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// True if the algorithm runs on p processes.
[[nodiscard]] constexpr bool runs_on(const algorithm& a, int p) noexcept {
  return !a.needs.power_of_two || is_power_of_two(p);
}
/// The reason why the algorithm does not run on p processes, as the rest of a sentence that begins with its
/// name; null if it does run.
[[nodiscard]] constexpr const char* why_not_on(const algorithm& a, int p) noexcept {
  return runs_on(a, p) ? nullptr : "needs a power of two of processes";
}

}  // namespace tutti
