#pragma once

#include <algorithm>
#include <array>

#include "tutti/ranks.hpp"

namespace tutti {

/// A broadcast tree for processes that may send their next message one unit of time after the last, while each is on its way
/// for `latency` units: everyone who has the message goes on sending. In t units it reaches N(t) = N(t - 1) + N(t - latency)
/// processes, N(t) = 1 for t < latency; latency 1 is the binomial tree.
/// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing systems", 1994.
///
///     n processes from `begin` on, t units:   | begin ...           | n - s ... n - 1 |    s = min(N(t - latency), n - 1)
///                                               goes on with t - 1    child, t - latency
class postal_tree {
 public:
  static constexpr int most_children = 160;

  constexpr explicit postal_tree(int latency) noexcept : latency_(latency) {
    for (int t = 0; t < units; ++t) {
      const auto k = static_cast<std::size_t>(t);
      if (t < latency)
        reach_[k] = 1;
      else
        reach_[k] = std::min(reach_[k - 1], 1 << 29) +
                    std::min(reach_[k - static_cast<std::size_t>(latency)], 1 << 29);
    }
  }

  /// The units that n processes take.
  [[nodiscard]] constexpr int time(int n) const noexcept {
    int t = 0;
    while (reach(t) < n) ++t;
    return t;
  }

  /// The parent of process v of n, counted from the root; calls each(child) for its children, in the order of sending.
  template <class Each>
  constexpr int place(int v, int n, Each each) const noexcept {
    int parent = nobody_here, begin = 0, t = time(n);
    while (n > 1) {
      const int s = std::min(reach(t - latency_), n - 1), child = begin + n - s;
      if (v >= child) {
        parent = begin, begin = child, n = s, t -= latency_;
      } else {
        if (v == begin) each(child);
        n -= s, --t;
      }
    }
    return parent;
  }

  /// The rounds that n processes take with one port, each message one round.
  [[nodiscard]] constexpr int rounds(int n) const noexcept {
    std::array<int, units> full{};  // of N(t) processes
    for (int t = latency_; t < units; ++t)
      full[static_cast<std::size_t>(t)] =
          1 + std::max(full[static_cast<std::size_t>(t - latency_)], full[static_cast<std::size_t>(t - 1)]);
    int most = 0, sent = 0;
    for (int t = time(n); n > 1; ++sent) {
      const int s = std::min(reach(t - latency_), n - 1);
      if (s == n - 1) {  // the last child
        n = s, t -= latency_;
      } else {
        most = std::max(most, sent + 1 + full[static_cast<std::size_t>(t - latency_)]);
        n -= s, --t;
      }
    }
    return std::max(most, sent);
  }

  static constexpr int nobody_here = -1;

 private:
  static constexpr int units = 160;
  [[nodiscard]] constexpr int reach(int t) const noexcept { return reach_[static_cast<std::size_t>(t)]; }
  int latency_;
  std::array<int, units> reach_{};
};

// A start-up between nodes takes about four times as long as a process is busy with it, one within a node twice.
inline constexpr postal_tree between_nodes{4};
inline constexpr postal_tree on_a_node{2};

}  // namespace tutti
