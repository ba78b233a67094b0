// Optimal ordered trees by dynamic programming over ranges of ranks.
// Source: Traeff, HPC lecture "Collectives", "Irregular collectives", Claim 1.
//
// A tree over the ranks i..j consists of two trees, over i..k and k+1..j, and a last message with all blocks
// of one part, from its root to the root of the other part:
//
//     i ... k | k+1 ... j        the left root receives:   max(T left, T right) + cost of S right
//       o  <-----  o             the right root receives:  the same with S left

#include "tutti/model/optimal_tree.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace tutti {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

class problem_of_ranges {
 public:
  problem_of_ranges(std::span<const int> lengths, int root)
      : p_(static_cast<int>(lengths.size())), root_(root) {
    if (p_ < 1) throw std::invalid_argument("a tree needs at least one process");
    if (root < 0 || root >= p_)
      throw std::invalid_argument("root " + std::to_string(root) + " is not one of the processes 0.." +
                                  std::to_string(p_ - 1));
    offsets_.push_back(0);
    for (const int n : lengths) {
      if (n < 0) throw std::invalid_argument("a block has a negative length, " + std::to_string(n));
      offsets_.push_back(offsets_.back() + static_cast<std::size_t>(n));
    }
  }

 protected:
  [[nodiscard]] std::size_t bytes(int first, int last) const {
    return offsets_[index(last + 1)] - offsets_[index(first)];
  }
  [[nodiscard]] bool has_root(int first, int last) const { return first <= root_ && root_ <= last; }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  [[nodiscard]] ordered_tree empty_tree() const {
    ordered_tree t{.root = root_, .nodes = std::vector<ordered_tree::node>(index(p_)), .offsets = offsets_};
    for (int r = 0; r < p_; ++r) t.nodes[index(r)].first = r;
    return t;
  }
  /// The root of one part becomes a child of the root of the other, adjacent part.
  static void join(ordered_tree& t, int child, int parent) {
    auto &from = t.nodes[index(child)], &to = t.nodes[index(parent)];
    from.parent = parent;
    to.children.push_back(child);
    to.first = std::min(to.first, from.first);
    to.count += from.count;
  }

  int p_, root_;
  std::vector<std::size_t> offsets_;
};

/// Costs depend only on the length. after(receiver's time, sender's time, bytes) is the time at which the
/// receiver has the message.
template <class After>
class homogeneous : problem_of_ranges {
 public:
  homogeneous(std::span<const int> lengths, int root, After after)
      : problem_of_ranges(lengths, root), after_(after) {
    constexpr int most = 8192;
    if (p_ > most)
      throw std::invalid_argument("the optimal tree takes p^3 steps and 8 p^2 bytes: at most " +
                                  std::to_string(most) + " processes, not " + std::to_string(p_));
    time_.resize(index(p_) * index(p_));
    for (int first = p_ - 1; first >= 0; --first)
      for (int last = first + 1; last < p_; ++last) {
        double least = never;
        for (int k = first; k < last; ++k) least = std::min(least, best_of(first, k, last).seconds);
        at(first, last) = at(last, first) = least;
      }
  }

  ordered_tree tree() {
    ordered_tree t = empty_tree();
    build(t, 0, p_ - 1);
    t.seconds = at(0, p_ - 1);
    return t;
  }

 private:
  struct last_message {
    double seconds;
    bool to_left;
  };

  // time_ stores the time of a range first..last twice, at (first, last) and at (last, first), so that both
  // inner accesses are along rows.
  double& at(int a, int b) { return time_[index(a) * index(p_) + index(b)]; }

  last_message best_of(int first, int k, int last) {
    const double left = at(first, k), right = at(last, k + 1);
    const std::size_t left_bytes = bytes(first, k), right_bytes = bytes(k + 1, last);
    const double to_left = right_bytes > 0 ? after_(left, right, right_bytes) : left;
    const double to_right = left_bytes > 0 ? after_(right, left, left_bytes) : right;
    if (has_root(first, k)) return {to_left, true};
    if (has_root(k + 1, last)) return {to_right, false};
    return to_left <= to_right ? last_message{to_left, true} : last_message{to_right, false};
  }

  int build(ordered_tree& t, int first, int last) {  // returns the root
    if (first == last) return first;
    int k = first;
    last_message m = best_of(first, k, last);
    while (m.seconds > at(first, last)) m = best_of(first, ++k, last);
    const int left = build(t, first, k), right = build(t, k + 1, last);
    m.to_left ? join(t, right, left) : join(t, left, right);
    return m.to_left ? left : right;
  }

  After after_;
  std::vector<double> time_;
};

/// Two processes belong to the same class if their messages to and from every other process cost the same, as
/// on a node. Classes are numbered in the order of their first processes.
std::vector<int> classes_of(const pair_costs& on, int p) {
  const auto pair = [p](int i, int j) {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(p) + static_cast<std::size_t>(j);
  };
  const auto same = [&](std::size_t a, std::size_t b) {
    return on.alpha[a] == on.alpha[b] && on.beta[a] == on.beta[b];
  };
  const auto alike = [&](int i, int j) {
    if (!same(pair(i, j), pair(j, i))) return false;
    for (int x = 0; x < p; ++x)
      if (x != i && x != j && !(same(pair(i, x), pair(j, x)) && same(pair(x, i), pair(x, j)))) return false;
    return true;
  };
  std::vector<int> of, first;
  for (int r = 0; r < p; ++r) {
    const auto known = std::ranges::find_if(first, [&](int f) { return alike(f, r); });
    of.push_back(static_cast<int>(known - first.begin()));
    if (known == first.end()) first.push_back(r);
  }
  return of;
}

/// Each pair of processes has its own cost, so the table has a time for each root of a range. For each class,
/// only the root of the other part that is ready first is tried as the sender of the last message.
class heterogeneous : problem_of_ranges {
 public:
  heterogeneous(std::span<const int> lengths, int root, const pair_costs& on)
      : problem_of_ranges(lengths, root),
        on_(on),
        time_(index(p_) * index(p_) * index(p_), never),
        class_(classes_of(on, p_)),
        classes_(std::ranges::max(class_) + 1),
        heads_(index(p_) * index(p_) * index(classes_), nobody) {
    for (int first = p_ - 1; first >= 0; --first)
      for (int last = first; last < p_; ++last) {
        for (int g = first; g <= last; ++g)
          if (!has_root(first, last) || g == root_)
            of(first, last)[g] = first == last ? 0 : best_of(first, last, g).seconds;
        for (int g = first; g <= last; ++g) {
          int& head = heads(first, last)[class_[index(g)]];
          if (head == nobody || of(first, last)[g] < of(first, last)[head]) head = g;
        }
      }
  }

  ordered_tree tree() {
    ordered_tree t = empty_tree();
    build(t, 0, p_ - 1, root_);
    t.seconds = of(0, p_ - 1)[root_];
    return t;
  }

 private:
  struct last_message {
    double seconds = never;
    int first = 0, last = 0, from = 0;  // the part that sends, and its root
  };

  double* of(int first, int last) {
    return time_.data() + (index(first) * index(p_) + index(last)) * index(p_);
  }

  // Tries a last message from the part first..last, without g, to g, which is ready at time `ready`.
  void try_part(int first, int last, int g, double ready, last_message& best) {
    const auto n = static_cast<double>(bytes(first, last));
    const double* const time = of(first, last);
    for (int c = 0; c < classes_; ++c) {
      const int from = heads(first, last)[c];
      if (from == nobody) continue;
      const std::size_t pair = index(from) * index(p_) + index(g);
      const double seconds =
          n > 0 ? std::max(ready, time[from]) + on_.alpha[pair] + on_.beta[pair] * n : ready;
      if (seconds < best.seconds) best = {seconds, first, last, from};
    }
  }

  last_message best_of(int first, int last, int g) {
    last_message best;
    for (int k = g; k < last; ++k) try_part(k + 1, last, g, of(first, k)[g], best);
    for (int k = first; k < g; ++k) try_part(first, k, g, of(k + 1, last)[g], best);
    return best;
  }

  void build(ordered_tree& t, int first, int last, int g) {
    if (first == last) return;
    const last_message m = best_of(first, last, g);
    build(t, m.first, m.last, m.from);
    m.first == first ? build(t, m.last + 1, last, g) : build(t, first, m.first - 1, g);
    join(t, m.from, g);
  }

  // For each class, the process of the class that can first be the root of the range; `nobody` if there is
  // none.
  int* heads(int first, int last) {
    return heads_.data() + (index(first) * index(p_) + index(last)) * index(classes_);
  }

  const pair_costs& on_;
  std::vector<double> time_;
  std::vector<int> class_;
  int classes_;
  std::vector<int> heads_;
};

}  // namespace

ordered_tree optimal_tree(std::span<const int> lengths, int root, const machine& on) {
  return homogeneous(lengths, root,
                     [&on](double receiver, double sender, std::size_t n) {
                       return std::max(receiver, sender) + on.alpha + on.beta * static_cast<double>(n);
                     })
      .tree();
}

ordered_tree optimal_tree(std::span<const int> lengths, int root, const loggp& on) {
  return homogeneous(lengths, root,
                     [&on](double receiver, double sender, std::size_t n) {
                       const double train = static_cast<double>(n - 1) * on.G;
                       const double next = receiver > 0 ? receiver + std::max(on.o, on.g + train) : 0;
                       return std::max(next, sender + 2 * on.o + on.L + train);
                     })
      .tree();
}

ordered_tree optimal_tree(std::span<const int> lengths, int root, const pair_costs& on) {
  constexpr std::size_t most = 192;
  const std::size_t p = lengths.size();
  if (p > most)
    throw std::invalid_argument("the optimal tree for a cost of each pair takes p^5 steps: at most " +
                                std::to_string(most) + " processes, not " + std::to_string(p));
  if (on.alpha.size() != p * p || on.beta.size() != p * p)
    throw std::invalid_argument("the costs of pairs are not those of " + std::to_string(p) + " processes");
  return heterogeneous(lengths, root, on).tree();
}

}  // namespace tutti
