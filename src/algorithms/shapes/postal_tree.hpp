#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "tutti/cost.hpp"
#include "tutti/memory.hpp"
#include "tutti/ranks.hpp"
#include "tutti/rounding.hpp"

namespace tutti {

/// What call::logp and shape::logp stand for.
[[nodiscard]] inline const loggp_levels& given_or_usual(const loggp_levels* given) noexcept {
  static constexpr loggp_levels usual;
  return given ? *given : usual;
}

/// The times of a message, as multiples of a unit: the time from which on its sender may begin another one,
/// and that until it has arrived.
struct postal_times {
  int gap = 1, delivery = 1;
  friend bool operator==(const postal_times&, const postal_times&) = default;
};

/// The times of messages of `bytes` bytes among n processes, to some two per cent. A delivery takes from one
/// gap, where the binomial tree is best, to n - 1 of them, where the star is.
[[nodiscard]] inline postal_times postal_times_as_rounded(const loggp_levels& on, const loggp_level& level,
                                                          double bytes, int n) noexcept {
  const double train = bytes > 1 ? (bytes - 1) * level.G : 0;
  const double begins = std::max(level.g, level.o), delivery = 2 * level.o + level.L + train;
  const double leaves = train / level.lanes, gap = on.overlaps ? std::max(begins, leaves) : begins + leaves;
  if (n <= 2 || bytes > on.eager || !(delivery > gap)) return {1, 1};
  if (delivery >= gap * (n - 1)) return {1, n - 1};
  constexpr double near_enough = 0.02;
  constexpr int most = 8;
  const double gaps = delivery / gap;
  postal_times best;
  for (double off = 1, units = 1; units <= most && off > near_enough; ++units) {
    const auto rounded = static_cast<int>(std::lround(gaps * units));
    const double now = std::abs(rounded / (gaps * units) - 1);
    if (now >= off) continue;
    off = now;
    best = {static_cast<int>(units), rounded};
  }
  return best;
}

/// The same on all processes.
[[nodiscard]] inline postal_times postal_times_of(const loggp_levels& on, const loggp_level& level,
                                                  double bytes, int n) noexcept {
  return rounded_to_nearest([&] { return postal_times_as_rounded(on, level, bytes, n); });
}

/// A broadcast tree for processes that may send their next message one gap after the last, while each is on
/// its way for a longer time: everyone who has the message goes on sending. In a time t it reaches
/// reach(t) = reach(t - gap) + reach(t - delivery) processes, those that the root reaches after its first
/// message and those that its first child reaches; reach(t) = 1 for t < delivery. A delivery of one gap is
/// the binomial tree, one of n - 1 gaps the star. This is the dynamic programme of the LogP model read by
/// time instead of by n, in delivery * log2(n) steps instead of n^2: optimal for these times.
/// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing
/// systems", 1994; Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", 1993.
class postal_tree {
 public:
  postal_tree(int n, postal_times of) : n_(n), of_(of), reach_(most_time(n, of) + 1) {
    assert(n >= 1 && of.gap >= 1 && of.delivery >= of.gap);
    for (; last_ < of.delivery; ++last_) reach_[static_cast<std::size_t>(last_)] = 1;
    for (--last_; reach(last_) < n;) {
      ++last_;
      const int more = reach(last_ - of.delivery), before = reach(last_ - of.gap);
      reach_[static_cast<std::size_t>(last_)] = before > n - more ? n : before + more;
    }
  }

  /// The children of the root, at least as many as any other's. With one port, where a message occupies both
  /// its ends, also the rounds.
  [[nodiscard]] int rounds() const noexcept { return n_ > 1 ? (last_ - of_.delivery) / of_.gap + 1 : 0; }

  /// Those of the root's messages that leave while the one before is on its way: cost::behind.
  [[nodiscard]] int behind() const noexcept { return std::max(0, rounds() - 1); }

  /// Processes that the message reaches through one of them, its root, are those that the root's first child
  /// reaches, at most half of them, and the rest:
  ///
  ///     for (postal_tree::part here = tree.all(); here.n > 1;)
  ///       here = is_with_the_child ? tree.of_child(here) : tree.of_rest(here);
  struct part {
    int n = 1, time = 0;  ///< processes, and the time in which they are reached
  };
  [[nodiscard]] part all() const noexcept { return {n_, last_}; }
  [[nodiscard]] part of_rest(const part& of) const noexcept {
    return {reach(of.time - of_.gap), of.time - of_.gap};
  }
  [[nodiscard]] part of_child(const part& of) const noexcept {
    part child{of.n - reach(of.time - of_.gap), of.time - of_.delivery};
    if (child.n > 1)
      while (reach(child.time - 1) >= child.n) --child.time;
    return child;
  }

  /// The parent of process v, counted from the root, -1 for the root itself; calls each(child) for its
  /// children, in the order in which they are sent to.
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
  // In a delivery the number at least doubles, and from the first on it grows in each gap.
  static std::size_t most_time(int n, postal_times of) noexcept {
    const auto gap = static_cast<std::size_t>(of.gap), delivery = static_cast<std::size_t>(of.delivery),
               others = static_cast<std::size_t>(std::max(2, n) - 2);
    return std::min(delivery * static_cast<std::size_t>(std::max(1, ceil_log2(n))), delivery + gap * others);
  }
  [[nodiscard]] int reach(int t) const noexcept { return reach_[static_cast<std::size_t>(t)]; }

  int n_;
  postal_times of_;
  int last_ = 0;
  workspace<int> reach_;
};

}  // namespace tutti
