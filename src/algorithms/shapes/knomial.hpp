#pragma once

#include "tutti/ranks.hpp"

namespace tutti {

/// k-nomial trees over consecutive ranks, for processes with k = radix - 1 ports: a range is split into
/// `radix` parts, as equal as they can be and the larger ones first; a process of each other part is a child
/// of the root. Depth ceil(log_radix p), the rounds that k ports need. With one port the children of a level
/// are served one after the other, radix - 1 rounds a level.
///
/// Source: Traeff, HPC lecture "Collectives", "Binomial and k-nomial trees".
///
///   radix 3, ranks 0 .. 7, root 0:   [0 1 2] [3 4 5] [6 7]    0 serves 3 and 6, then 1 and 2
class knomial_range {
 public:
  constexpr knomial_range() noexcept = default;
  constexpr knomial_range(int p, int root, int radix) noexcept : end_(p), root_(root), radix_(radix) {}

  [[nodiscard]] constexpr bool single() const noexcept { return end_ - from_ == 1; }
  [[nodiscard]] constexpr int root() const noexcept { return root_; }
  /// The part, 0 .. parts() - 1, of a rank.
  [[nodiscard]] constexpr int part_of(int rank) const noexcept {
    int part = 0;
    while (start(part + 1) <= rank) ++part;
    return part;
  }
  /// The number of parts that are not empty.
  [[nodiscard]] constexpr int parts() const noexcept { return end_ - from_ < radix_ ? end_ - from_ : radix_; }
  /// The root of a part: its first rank, or the root of the whole range in the part that holds it.
  [[nodiscard]] constexpr int root_of(int part) const noexcept {
    return part == part_of(root_) ? root_ : start(part);
  }
  /// The part as a range of its own.
  [[nodiscard]] constexpr knomial_range sub(int part) const noexcept {
    knomial_range r = *this;
    r.root_ = root_of(part);
    r.from_ = start(part);
    r.end_ = start(part + 1);
    return r;
  }

  /// The largest number of successive messages on a path down from the root: the rounds with one port.
  static constexpr int rounds(int p, int radix) noexcept {
    int sum = 0;
    for (; p > 1; p = (p + radix - 1) / radix) sum += (p < radix ? p : radix) - 1;
    return sum;
  }

 private:
  // Part j starts at ceil(j n / parts).
  [[nodiscard]] constexpr int start(int part) const noexcept {
    const auto n = static_cast<long>(end_ - from_), k = static_cast<long>(parts());
    return from_ + static_cast<int>((n * part + k - 1) / k);
  }

  int from_ = 0, end_ = 1, root_ = 0, radix_ = 2;
};

}  // namespace tutti
