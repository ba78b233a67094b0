#pragma once

#include "tutti/ranks.hpp"

namespace tutti {

/// The butterfly of Bine trees on a ring of a power of two of processes: in step k = 0, 1, ... an even
/// rank's partner is (1 - (-2)^(k+1)) / 3 = 1, -1, 3, -5, 11, ... above it, and an odd rank's as far
/// below. A step doubles the run of consecutive ranks of which a process knows, or for which it is
/// responsible: after k of them rank 0 knows the 2^k numbers of k digits in base -2, any other even rank
/// the same from itself on, an odd rank their mirror image. The distances of all partners together are two
/// thirds of those in a hypercube.
///
///   rank      -2 -1  0  1  2  3  4  5
///   of 0            [0  1]                 with 1, above
///             [.  . |0  1]                 with -1, below
///             [.  .  0  1 |.  .  .  .]     with 3, above; its own run is 2 .. 5
///
/// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
/// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
/// worked out here from its abstract.
class bine_butterfly {
 public:
  constexpr explicit bine_butterfly(int p) noexcept : p_(p) { assert(is_power_of_two(p)); }

  [[nodiscard]] constexpr int steps() const noexcept { return floor_log2(p_); }
  [[nodiscard]] constexpr int partner(int rank, int step) const noexcept {
    const long power = 2L << step;  // of 2; of -2 it is negative in even steps
    const auto distance = static_cast<int>((1 - (step % 2 == 0 ? -power : power)) / 3);
    return ring(rank, rank % 2 == 0 ? distance : -distance, p_);
  }
  /// The first of the 2^steps ranks that a process knows after so many steps.
  [[nodiscard]] constexpr int first(int rank, int steps) const noexcept {
    // The least number of that many digits in base -2: 0, 0, -2, -2, -10, -10, ...
    const auto least = static_cast<int>((2 - (2L << steps / 2 * 2)) / 3);
    return ring(rank, rank % 2 == 0 ? least : 1 - least - (1 << steps), p_);
  }

 private:
  int p_;
};

}  // namespace tutti
