#pragma once

#include <algorithm>

#include "tutti/ranks.hpp"

namespace tutti {

/// The butterfly of Bine trees on a ring of an even number of members: in step k = 0, 1, ... an even member's
/// partner is (1 - (-2)^(k+1)) / 3 = 1, -1, 3, -5, 11, ... above it, and an odd one's as far below. Each step
/// doubles the run of consecutive members that a member knows, or is responsible for. After k steps member 0
/// knows the 2^k numbers of k digits in base -2. Any other even member knows the same run counted from
/// itself, an odd member its mirror image. The distances of all partners together are two thirds of those in
/// a hypercube.
///
///   member    -2 -1  0  1  2  3  4  5
///   of 0            [0  1]                 with 1, above
///             [.  . |0  1]                 with -1, below
///             [.  .  0  1 |.  .  .  .]     with 3, above; its own run is 2 .. 5
///
/// The last step transfers only the members still missing, the near end of the partner's run. If the number
/// of processes is odd, the last process is folded onto the one before it, which represents both.
///
/// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
/// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
/// worked out here from its abstract, for any p.
class bine_butterfly {
 public:
  /// Members first, first + 1, ..., first + count - 1 (mod members).
  struct run {
    int first, count;
  };

  constexpr explicit bine_butterfly(int p) noexcept : p_(p), members_(p > 1 ? p - p % 2 : p) {}

  [[nodiscard]] constexpr int members() const noexcept { return members_; }
  [[nodiscard]] constexpr bool odd() const noexcept { return p_ > members_; }
  [[nodiscard]] constexpr bool folded(int rank) const noexcept { return rank == members_; }
  [[nodiscard]] constexpr bool doubled(int rank) const noexcept { return odd() && rank == members_ - 1; }

  [[nodiscard]] constexpr int steps() const noexcept { return ceil_log2(members_); }
  [[nodiscard]] constexpr int partner(int member, int step) const noexcept {
    const long power = 2L << step;  // a power of 2; (-2)^(step + 1) is negative in even steps
    const auto distance = static_cast<int>((1 - (step % 2 == 0 ? -power : power)) / 3);
    return ring(member, member % 2 == 0 ? distance : -distance, members_);
  }
  /// The run that a member knows after `steps` steps, the last step excepted.
  [[nodiscard]] constexpr run known(int member, int steps) const noexcept {
    // The least number of that many digits in base -2: 0, 0, -2, -2, -10, -10, ...
    const auto least = static_cast<int>((2 - (2L << steps / 2 * 2)) / 3);
    return {ring(member, member % 2 == 0 ? least : 1 - least - (1 << steps), members_), 1 << steps};
  }
  /// The run that a member sends to its partner, which does not know it yet.
  [[nodiscard]] constexpr run given(int member, int step) const noexcept {
    const run all = known(member, step);
    const int wanted = std::min(all.count, members_ - all.count);
    const bool partner_above = (member + step) % 2 == 0;
    return {partner_above ? ring(all.first, all.count - wanted, members_) : all.first, wanted};
  }

  /// The steps in which the data of member 0 travel to the member at this offset: bit k for step k. The data
  /// of any even member travel in the same steps equally far up, those of an odd member equally far down.
  [[nodiscard]] constexpr unsigned path(int offset) const noexcept {
    unsigned taken = 0;
    for (int step = steps(), member = offset; step-- > 0;) {
      const int other = partner(member, step);
      const run r = given(other, step);
      if (ring(0, -r.first, members_) >= r.count) continue;
      taken |= 1U << step;
      member = other;
    }
    return taken;
  }
  /// The member whose data reach `member` by travelling in the steps `taken`.
  [[nodiscard]] constexpr int source(int member, unsigned taken) const noexcept {
    for (int step = steps(); step-- > 0;)
      if ((taken >> step & 1U) != 0) member = partner(member, step);
    return member;
  }

  /// The number of processes that the members of a run represent: processes first, first + 1, ... (mod p).
  [[nodiscard]] constexpr int processes_of(const run& r) const noexcept {
    return r.count + (odd() && r.first + r.count >= members_);
  }
  /// The number of processes whose data the last member sends in a step. No other member sends more.
  [[nodiscard]] constexpr int most_given(int step) const noexcept {
    return processes_of(given(members_ - 1, step));
  }

 private:
  int p_, members_;
};

}  // namespace tutti
