#pragma once

#include <array>
#include <span>

#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// Returns the head of a half of the ranks. The half is from, ..., end - 1; `above`: it is above the other
/// half.
using head_of_half = int (*)(int from, int end, bool above);

/// The first process of the half.
constexpr int first_of_half(int from, int /*end*/, bool /*above*/) noexcept { return from; }

/// The process at a third of the half, counted from the other half. A head is then about a third of its range
/// away from one end of the range, and the head of the other half is a third of the range away from it.
///
///     from              end                     from              end
///      |  head  .  |  .  .  |        below       |  .  .  |  .  head  |        above
///                      other half                 other half
constexpr int third_of_half(int from, int end, bool above) noexcept {
  const int third = (end - from) / 3;
  return above ? from + third : end - 1 - third;
}

/// A binomial tree over consecutive ranks, by halving the range of ranks. The head of the whole range is the
/// root. When a range is halved, its head stays the head of its own half, and the head of the other half
/// becomes its child. Both halves are then halved in the same way, down to single ranks. Depth and degree are
/// ceil(log2 p) for any root. The ranks below each process are consecutive.
struct halvings {
  std::array<int, most_rounds> child{};  // the head of the largest part first
  int count = 0;
  int parent = nobody;

  constexpr halvings(int rank, int p, int root, head_of_half head) noexcept {
    for (int from = 0, end = p; end - from > 1;) {
      const int middle = from + (end - from) / 2;
      const bool above = root < middle;  // the half without the root is above
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
