#pragma once

#include <algorithm>
#include <array>

// How a good number of pieces is sought where no formula gives it: by trying some.
namespace tutti {

// Here `better(times)` tries `times` times as many pieces as there are, and keeps them if they are better.

/// Tries a step up, then a step down, each as often as that gains something.
template <class Better>
void climb(double step, Better better) {
  for (const double times : {step, 1 / step})
    while (better(times)) {
    }
}

/// Many more pieces at once, beyond those that are worse. Where the messages of one process to another share a
/// link, pieces a little shorter all arrive late, and far shorter ones do not. Whether some are better.
template <class Better>
bool leap(Better better) {
  constexpr std::array far{4.0, 8.0, 16.0};
  return std::ranges::any_of(far, better);
}

}  // namespace tutti
