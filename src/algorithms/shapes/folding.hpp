#pragma once

#include "tutti/ranks.hpp"

namespace tutti {

/// Folds any number of processes onto a power of two of members, in rank order: of the first 2 * extra
/// processes, each odd one is a member that also represents the even one before it. For p = 7:
///
///   rank      0   1   2   3   4   5   6
///   member    folded 0, folded 1, folded 2, 3           members = 4, extra = 3
class folding {
 public:
  constexpr explicit folding(int p) noexcept : members_(1 << floor_log2(p)), extra_(p - members_) {}

  [[nodiscard]] constexpr int members() const noexcept { return members_; }
  [[nodiscard]] constexpr int extra() const noexcept { return extra_; }
  /// log2 of the members: the rounds of a hypercube of them.
  [[nodiscard]] constexpr int dimensions() const noexcept { return floor_log2(members_); }

  /// True if this process is represented by the one after it.
  [[nodiscard]] constexpr bool folded(int rank) const noexcept { return rank < 2 * extra_ && rank % 2 == 0; }
  /// True if this process represents the one before it.
  [[nodiscard]] constexpr bool doubled(int rank) const noexcept { return rank < 2 * extra_ && rank % 2 == 1; }
  /// The member that a process is, or that represents it.
  [[nodiscard]] constexpr int member(int rank) const noexcept {
    return rank < 2 * extra_ ? rank / 2 : rank - extra_;
  }
  [[nodiscard]] constexpr int rank(int member) const noexcept {
    return member < extra_ ? 2 * member + 1 : member + extra_;
  }

 private:
  int members_, extra_;
};

}  // namespace tutti
