#pragma once

#include <array>
#include <span>

#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// Where the head of a half of the ranks sits that is from, ..., end - 1 and above or below the other half.
using head_of_half = int (*)(int from, int end, bool above);

/// On its first process.
constexpr int first_of_half(int from, int /*end*/, bool /*above*/) noexcept { return from; }

/// A third of it away from the other half: so a head is about a third of the ranks away from either end of
/// those that it is head of, a third of which is the distance to the head of its other half.
///
///     from              end                     from              end
///      |  head  .  |  .  .  |        below       |  .  .  |  .  head  |        above
///                      other half                 other half
constexpr int third_of_half(int from, int end, bool above) noexcept {
  const int third = (end - from) / 3;
  return above ? from + third : end - 1 - third;
}

/// A binomial tree over consecutive ranks, which are halved where they lie: the head of all is the root,
/// the head of a half is the head of the whole if that is in it. The head of the other half is a child,
/// and so on in both halves, to single ranks. Depth and degree ceil(log2 p) for any root; below each
/// process are consecutive ranks.
struct halvings {
  std::array<int, most_rounds> child{};  // the head of the largest part first
  int count = 0;
  int parent = nobody;

  constexpr halvings(int rank, int p, int root, head_of_half head) noexcept {
    for (int from = 0, end = p; end - from > 1;) {
      const int middle = from + (end - from) / 2;
      const bool above = root < middle;  // where the half without the root is
      const int other = above ? head(middle, end, above) : head(from, middle, above);
      if (rank == root) child[static_cast<std::size_t>(count++)] = other;
      if (rank == other) parent = root;
      if ((rank < middle) != (root < middle)) root = other;
      (rank < middle ? end : from) = middle;
    }
  }

  [[nodiscard]] constexpr std::span<const int> children() const noexcept {
    return std::span(child).first(static_cast<std::size_t>(count));
  }
};

}  // namespace tutti
