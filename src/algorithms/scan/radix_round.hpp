#pragma once

#include <cstddef>
#include <span>

#include "tutti/algorithm.hpp"

namespace tutti {

/// The messages of a round on k = round.size() ports: each process sends `own` to the processes d, 2d, ...,
/// kd after it, and receives from those before it, the nearest first. `place()` is where the next message
/// that arrives is stored. Returns the part of `round` that is in use.
std::span<transfer> radix_round(std::span<transfer> round, const process& self, int d, const buffer& own,
                                auto place) {
  const int p = self.size(), rank = self.rank();
  std::size_t n = 0;
  for (int j = 1; n < round.size() && d <= (p - 1) / j; ++j) {
    const int after = rank < p - j * d ? rank + j * d : nobody;
    const int before = rank >= j * d ? rank - j * d : nobody;
    round[n++] = {own, after, before != nobody ? place() : buffer(), before};
  }
  return round.first(n);
}

}  // namespace tutti
