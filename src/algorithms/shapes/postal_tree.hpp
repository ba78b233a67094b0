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

/// The machine that call::logp or shape::logp means: a usual one if it is null.
[[nodiscard]] inline const loggp_levels& given_or_usual(const loggp_levels* given) noexcept {
  static constexpr loggp_levels usual;
  return given ? *given : usual;
}

/// The times of a message, as multiples of a unit: after `gap` its sender may begin the next message, after
/// `delivery` the message has arrived.
struct postal_times {
  int gap = 1, delivery = 1;
  friend bool operator==(const postal_times&, const postal_times&) = default;
};

/// The times of messages of `bytes` bytes among n processes, to about two per cent. A delivery takes between
/// one gap, for which the binomial tree is best, and n - 1 gaps, for which the star is.
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

/// postal_times_as_rounded() with the same result on all processes.
[[nodiscard]] inline postal_times postal_times_of(const loggp_levels& on, const loggp_level& level,
                                                  double bytes, int n) noexcept {
  return rounded_to_nearest([&] { return postal_times_as_rounded(on, level, bytes, n); });
}

/// A broadcast tree for processes that may send the next message one gap after the last, while a message
/// takes longer to arrive. Every process that has the message keeps sending it. Within time t it reaches
/// reach(t) = reach(t - gap) + reach(t - delivery) processes: those that the root reaches after its first
/// message, and those that its first child reaches. reach(t) = 1 for t < delivery. A delivery of one gap
/// gives the binomial tree, a delivery of n - 1 gaps the star. The tree is optimal for these times. It is
/// found by the dynamic programme of the LogP model, indexed by time instead of n, in delivery * log2(n)
/// steps instead of n^2.
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

  /// The number of children of the root; no other process has more. With one port, where a message occupies
  /// both its ends, it is also the number of rounds.
  [[nodiscard]] int rounds() const noexcept { return n_ > 1 ? (last_ - of_.delivery) / of_.gap + 1 : 0; }

  /// The entries of the dynamic programme's table.
  [[nodiscard]] int entries() const noexcept { return last_ + 1; }

  /// The number of the root's messages that leave while the message before is still in transit: cost::behind.
  [[nodiscard]] int behind() const noexcept { return std::max(0, rounds() - 1); }

  /// The processes that the message reaches through one of them, the root of the part. They are the processes
  /// that the root's first child reaches, at most half of them, and the rest:
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
  // Within each delivery the number of reached processes at least doubles; after the first it grows in each
  // gap.
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
