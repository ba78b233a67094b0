#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "tutti/cost.hpp"
#include "tutti/memory.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// What call::logp and shape::logp stand for.
[[nodiscard]] inline const loggp_levels& given_or_usual(const loggp_levels* given) noexcept {
  static constexpr loggp_levels usual;
  return given ? *given : usual;
}

/// The messages of so many bytes that a process can begin while one is on its way, rounded to a whole number; 1 to n - 1, that of
/// a star of n processes.
[[nodiscard]] inline int delay_of(const loggp_levels& on, const loggp_level& level, double bytes,
                                  int n) noexcept {
  const double train = bytes > 1 ? (bytes - 1) * level.G : 0;
  const double begins = std::max(level.g, level.o), delivery = 2 * level.o + level.L + train;
  const double leaves = train / level.lanes, gap = on.overlaps ? std::max(begins, leaves) : begins + leaves;
  if (n <= 2 || bytes > on.eager) return 1;
  if (delivery >= gap * (n - 1)) return n - 1;
  return delivery > gap ? static_cast<int>(std::lround(delivery / gap)) : 1;
}

/// A broadcast tree for processes that may send their next message one gap after the last, while each is on its way for `delay`
/// gaps: everyone who has the message goes on sending. In t gaps it reaches reach(t) = reach(t - 1) + reach(t - delay)
/// processes, those that the root reaches after its first message and those that its first child reaches; reach(t) = 1 for
/// t < delay. Delay 1 is the binomial tree, delay n - 1 the star. This is the dynamic programme of the LogP model read by
/// time instead of by n, in delay * log2(n) steps instead of n^2: optimal where a delivery is a multiple of the gap, and next
/// to it otherwise.
/// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing systems", 1994; Karp,
/// Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", 1993.
class postal_tree {
 public:
  postal_tree(int n, int delay)
      : n_(n), delay_(delay), reach_(static_cast<std::size_t>(delay) * most_doublings(n, delay) + 1) {
    assert(n >= 1 && delay >= 1);
    for (; last_ < delay; ++last_) reach_[static_cast<std::size_t>(last_)] = 1;
    for (--last_; reach(last_) < n;) {
      const int more = reach(last_ + 1 - delay);
      const int sum = reach(last_) > n - more ? n : reach(last_) + more;
      reach_[static_cast<std::size_t>(++last_)] = sum;
    }
  }

  /// The children of the root, at least as many as any other's. With one port, where a message occupies both its ends, also the
  /// rounds.
  [[nodiscard]] int rounds() const noexcept { return n_ > 1 ? last_ - delay_ + 1 : 0; }

  /// Of the root's messages those that leave while the one before is on its way: cost::behind.
  [[nodiscard]] int behind() const noexcept { return std::max(0, rounds() - 1); }

  /// Processes that the message reaches through one of them, its root, are those that the root's first child reaches, at most half
  /// of them, and the rest:
  ///
  ///     for (postal_tree::part here = tree.all(); here.n > 1;)
  ///       here = is_with_the_child ? tree.of_child(here) : tree.of_rest(here);
  struct part {
    int n = 1, time = 0;  ///< processes, and the gaps in which they are reached
  };
  [[nodiscard]] part all() const noexcept { return {n_, last_}; }
  [[nodiscard]] part of_rest(const part& of) const noexcept { return {reach(of.time - 1), of.time - 1}; }
  [[nodiscard]] part of_child(const part& of) const noexcept {
    part child{of.n - reach(of.time - 1), of.time - delay_};
    if (child.n > 1)
      while (reach(child.time - 1) >= child.n) --child.time;
    return child;
  }

  /// The parent of process v, counted from the root, -1 for the root itself; calls each(child) for its children, in the order
  /// in which they are sent to.
  template <class Each>
  int place(int v, Each each) const {
    int parent = -1, from = 0;
    for (part here = all(); here.n > 1;) {
      const part rest = of_rest(here);
      const int child = from + rest.n;
      if (v < child) {
        if (v == from) each(child);
        here = rest;
      } else {
        if (v == child) parent = from;
        from = child, here = of_child(here);
      }
    }
    return parent;
  }

 private:
  // In `delay` gaps the number at least doubles, and in each gap it grows.
  static std::size_t most_doublings(int n, int delay) noexcept {
    return static_cast<std::size_t>(std::clamp(ceil_log2(n), 1, n / delay + 1));
  }
  [[nodiscard]] int reach(int t) const noexcept { return reach_[static_cast<std::size_t>(t)]; }

  int n_, delay_, last_ = 0;
  workspace<int> reach_;
};

}  // namespace tutti
