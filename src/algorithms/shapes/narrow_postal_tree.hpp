#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "algorithms/shapes/postal_tree.hpp"
#include "tutti/memory.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// A postal tree in which no process has more than d children, so that a process serves a piece of a pipeline
/// in d gaps. Within time t it reaches
///
///     reach(t) = 1 + reach(t - delivery) + reach(t - delivery - gap) + ...    d terms, none before time 0
///
/// processes. The tree of n processes takes the least t with reach(t) >= n, and is optimal among those with
/// at most d children. Its root has the most children. d = 1 gives the chain, a delivery of one gap and d = 2
/// the Fibonacci tree. Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for
/// message-passing systems", 1994, for trees of any number of children; the number is limited as in Traeff,
/// HPC lecture "Collectives", "Fixed-degree trees can be pipelined".
class narrow_postal_tree {
 public:
  /// More children would rarely pay for several pieces.
  static constexpr int most_children = 8;

  /// The times of messages of `bytes` bytes between nodes. A delivery of more than 32 gaps counts as one of
  /// 32, with which the tree is hardly another one.
  [[nodiscard]] static postal_times times_of(const loggp_levels& on, double bytes) noexcept {
    constexpr int most_gaps = 32;
    return postal_times_of(on, on.between, bytes, most_gaps + 1);
  }

  narrow_postal_tree(int n, postal_times of, int d) : n_(n), d_(d), of_(of), at_(entries(n, of, d)) {
    assert(n >= 1 && d >= 1 && of.gap >= 1 && of.delivery >= of.gap);
    if (is_chain()) return;
    for (time_ = 0; time_ < of_.delivery; ++time_) at_[index(time_)] = {1, 0};
    for (--time_; reach(time_) < n;) {
      ++time_;
      // The sums for time_ and for a gap before have d - 1 terms in common.
      const int more =
          reach(time_ - of_.gap) + reach(time_ - of_.delivery) - reach(time_ - of_.delivery - d_ * of_.gap);
      at_[index(time_)] = {more, more > reach(time_ - 1) ? rounds_of_largest(time_) : rounds(time_ - 1)};
    }
  }

  /// The time until the last process has the message.
  [[nodiscard]] int time() const noexcept { return is_chain() ? of_.delivery * (n_ - 1) : time_; }
  /// The number of children of the root.
  [[nodiscard]] int children() const noexcept {
    if (n_ == 1) return 0;
    return is_chain() ? 1 : std::min(d_, (time_ - of_.delivery) / of_.gap + 1);
  }
  /// The time until the last process has the last of several messages, which leave one after the other.
  [[nodiscard]] double time_of(int messages) const noexcept {
    return time() + 1.0 * (messages - 1) * children() * of_.gap;
  }
  /// The number of rounds until the last process has the message with one port, where a message occupies both
  /// its ends.
  [[nodiscard]] int rounds() const noexcept {
    if (is_chain()) return n_ - 1;
    int most = 0;
    int before = 0;  // rounds until the root of the subtree that is not a largest one has the message
    for (part here{n_, time_, d_}; here.n > 1; ++before) {
      const part child = of_child(here);
      for (part rest = of_rest(here, child); rest.n > 1; rest = of_rest(rest, of_child(rest)))
        most = std::max(most, before + 1 + d_ - rest.left + rounds(of_child(rest).time));
      here = child;
      most = std::max(most, before + 1);
    }
    return most;
  }

  /// The parent of process v, counted from the root, `nobody` for the root itself; calls each(child) for its
  /// children, in the order in which they are sent to.
  template <class Each>
  int place(int v, Each each) const {
    if (is_chain()) {
      if (v + 1 < n_) each(v + 1);
      return v > 0 ? v - 1 : nobody;
    }
    int parent = nobody, from = 0;
    for (part here{n_, time_, d_}; here.n > 1;) {
      const part child = of_child(here), rest = of_rest(here, child);
      const int first = from + rest.n;
      if (v < first) {
        if (v == from) each(first);
        here = rest;
      } else {
        if (v == first) parent = from;
        from = first, here = child;
      }
    }
    return parent;
  }

 private:
  static constexpr std::size_t index(int t) noexcept { return static_cast<std::size_t>(t); }

  // With two children or more the number of processes doubles at least with each delivery and gap.
  static std::size_t entries(int n, postal_times of, int d) noexcept {
    return d == 1 || n == 1 ? 0 : index((of.delivery + of.gap) * (ceil_log2(n) + 1) + 1);
  }
  [[nodiscard]] bool is_chain() const noexcept { return d_ == 1 || n_ == 1; }
  [[nodiscard]] int reach(int t) const noexcept { return t < 0 ? 0 : at_[index(t)].reach; }
  [[nodiscard]] int rounds(int t) const noexcept { return at_[index(t)].rounds; }
  [[nodiscard]] int rounds_of_largest(int t) const noexcept {
    int most = 0;
    for (int child = 1, left = t - of_.delivery; child <= d_ && left >= 0; ++child, left -= of_.gap)
      most = std::max(most, child + rounds(left));
    return most;
  }

  /// Processes that are reached within `time`, by a root that sends to `left` more children.
  struct part {
    int n, time, left;
  };
  [[nodiscard]] part of_child(const part& of) const noexcept {
    // The root's other children get as many processes as they can reach.
    int rest = 1;
    for (int k = 1; k < of.left; ++k) rest += reach(of.time - of_.delivery - k * of_.gap);
    part child{of.n - rest, of.time - of_.delivery, d_};
    while (child.time > 0 && reach(child.time - 1) >= child.n) --child.time;
    return child;
  }
  [[nodiscard]] part of_rest(const part& of, const part& child) const noexcept {
    return {of.n - child.n, of.time - of_.gap, of.left - 1};
  }

  struct largest {
    int reach, rounds;  // of the largest tree within this time
  };
  int n_, d_, time_ = 0;
  postal_times of_;
  workspace<largest> at_;
};

/// The number of children with which several messages reach n >= 2 processes first; the lowest of several.
[[nodiscard]] inline int best_children(int n, postal_times of, int messages) noexcept {
  int best = 1;
  double least = narrow_postal_tree(n, of, 1).time_of(messages);
  for (int d = 2; d <= narrow_postal_tree::most_children; ++d) {
    if (of.delivery + 1.0 * (messages - 1) * d * of.gap >= least) break;
    const narrow_postal_tree tree(n, of, d);
    if (tree.time_of(messages) < least) best = d, least = tree.time_of(messages);
    if (tree.children() < d) break;
  }
  return best;
}

}  // namespace tutti
