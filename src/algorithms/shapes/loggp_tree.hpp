#pragma once

#include <algorithm>
#include <cstddef>

#include "algorithms/shapes/postal_tree.hpp"
#include "tutti/cost.hpp"
#include "tutti/memory.hpp"
#include "tutti/process.hpp"
#include "tutti/rounding.hpp"

namespace tutti {

/// The scatter tree of a LogGP machine, where a message of i blocks leaves its sender for the next message
/// after gap(i), and has arrived after delivery(i). Read backwards it is a gather tree.
///
///     T(n) = min over i of max(gap(i) + T(n - i), delivery(i) + T(i)),  T(1) = 0,  i <= n / 2
///
/// The root of n processes first sends the blocks of i of them to one of these. gap(i) + T(n - i) does not
/// rise with i, since one process less saves its block, and delivery(i) + T(i) does not fall; the best i is
/// where they cross. It does not fall with n either, so that all splits take O(n) steps.
/// Source: Traeff, HPC lecture "Collectives", "Broadcast/scatter completion times in Log(G)P"; Alexandrov,
/// Ionescu, Schauser, Scheiman, "LogGP: incorporating long messages into the LogP model", 1997.
class loggp_tree {
 public:
  /// More processes than these are halved. The table would take too long: some nanoseconds an entry.
  static constexpr int most_split = 1024;

  /// A tree for p processes with blocks of `block` bytes. The same on all processes if made, and used, under
  /// usual_rounding.
  loggp_tree(int p, double block, const loggp_levels& on)
      : block_(block), on_(on), split_(static_cast<std::size_t>(std::min(p, most_split)) + 1) {
    const workspace<double> time(split_.size());
    time[0] = time[1] = 0;
    int i = 1;
    for (int n = 2; static_cast<std::size_t>(n) < split_.size(); ++n) {
      const auto of_rest = [&](int k) { return gap(k) + time[static_cast<std::size_t>(n - k)]; };
      const auto of_child = [&](int k) { return delivery(k) + time[static_cast<std::size_t>(k)]; };
      while (i < n / 2 && of_child(i + 1) <= of_rest(i + 1)) ++i;
      const auto of_split = [&](int k) { return std::max(of_rest(k), of_child(k)); };
      const int best = i < n / 2 && of_split(i + 1) < of_split(i) ? i + 1 : i;
      split_[static_cast<std::size_t>(n)] = best;
      time[static_cast<std::size_t>(n)] = of_split(best);
    }
  }

  /// The number of processes below the first child of a root of n > 1 processes.
  [[nodiscard]] int first(int n) const noexcept {
    return n > most_split ? n / 2 : split_[static_cast<std::size_t>(n)];
  }
  /// The number of children of the root of n processes.
  [[nodiscard]] int children(int n) const noexcept {
    int count = 0;
    for (; n > 1; n -= first(n)) ++count;
    return count;
  }

 private:
  [[nodiscard]] double train(int n) const noexcept { return std::max(0.0, (n * block_ - 1) * on_.between.G); }
  [[nodiscard]] double delivery(int n) const noexcept { return 2 * on_.between.o + on_.between.L + train(n); }
  [[nodiscard]] double gap(int n) const noexcept {
    if (n * block_ > on_.eager) return delivery(n);
    const double begins = std::max(on_.between.g, on_.between.o), leaves = train(n) / on_.between.lanes;
    return on_.overlaps ? std::max(begins, leaves) : begins + leaves;
  }

  double block_;
  const loggp_levels& on_;
  workspace<int> split_;
};

/// The place of a process in that tree over consecutive ranks. A child's part is taken from the end of the
/// range at which the root is not, so that every subtree has consecutive ranks, whatever the root:
///
///     p = 7, root 2, parts of 3, 2 and 1:   0 1 [2] 3 | 4 5 6,   0 1 | [2] 3,   [2] | 3
struct loggp_place {
  struct part {
    int first, count, root;
    [[nodiscard]] bool has(int rank) const noexcept { return first <= rank && rank < first + count; }
  };
  int parent = nobody;
  part below;                ///< its subtree
  workspace<part> children;  ///< in the order in which a scatter sends to them

  loggp_place(int rank, int p, int root, double block, const loggp_levels& on)
      : loggp_place(rank, {0, p, root}, loggp_tree(p, block, on)) {}

 private:
  loggp_place(int rank, part all, const loggp_tree& tree) : below(all), children(descend(rank, tree)) {
    std::size_t n = 0;
    for (part here = below; here.count > 1;) {
      const part child = child_of(here, tree.first(here.count));
      children[n++] = child;
      here = rest_of(here, child);
    }
  }

  static part child_of(const part& of, int count) noexcept {
    const int above = of.first + of.count - count;
    if (of.root < above) return {above, count, above};
    return {of.first, count, of.first + count - 1};
  }
  static part rest_of(const part& of, const part& child) noexcept {
    return {child.first == of.first ? of.first + child.count : of.first, of.count - child.count, of.root};
  }
  // Finds parent and subtree; returns the number of children.
  std::size_t descend(int rank, const loggp_tree& tree) noexcept {
    while (rank != below.root) {
      const part child = child_of(below, tree.first(below.count));
      parent = below.root;
      below = child.has(rank) ? child : rest_of(below, child);
    }
    return static_cast<std::size_t>(tree.children(below.count));
  }
};

/// loggp_place with the same result on all processes.
[[nodiscard]] inline loggp_place loggp_place_of(int rank, int p, int root, double block,
                                                const loggp_levels& on) {
  return rounded_to_nearest([&] { return loggp_place(rank, p, root, block, on); });
}

/// The price of gather and scatter along the tree. In the linear model the root's port is never idle.
[[nodiscard]] inline cost price_of_loggp_tree(const shape& s) noexcept {
  if (s.p == 1 || s.bytes <= 0) return {};
  const double rounds = rounded_to_nearest(
      [&] { return loggp_tree(s.p, s.bytes / s.p, given_or_usual(s.logp)).children(s.p); });
  return {.rounds = rounds, .bytes = s.bytes * (s.p - 1) / s.p, .behind = rounds - 1};
}

}  // namespace tutti
