#pragma once

#include <algorithm>
#include <array>

// Local search for a good number of pieces, where no formula gives one.
namespace tutti {

// `better(times)` tries `times` times the current number of pieces, and keeps the new number if it is better.

/// Takes steps up, then steps down, each as long as they improve.
template <class Better>
void climb(double step, Better better) {
  for (const double times : {step, 1 / step})
    while (better(times)) {
    }
}

/// Tries far larger numbers of pieces, beyond those that are worse. If messages of one process to another
/// share a link, slightly shorter pieces all arrive late, but far shorter ones do not. True if one was
/// better.
template <class Better>
bool leap(Better better) {
  constexpr std::array far{4.0, 8.0, 16.0};
  return std::ranges::any_of(far, better);
}

}  // namespace tutti
