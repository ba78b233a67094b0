// The optimal tree among all trees, by dynamic programming over sets of processes. Only processes that have
// data, and the root, count; the others are put below the root and send nothing. Source: Traeff, HPC lecture
// "Collectives", "Irregular collectives", Claim 2: finding it is NP-hard, by reduction from PARTITION.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

class problem_of_sets {
 public:
  problem_of_sets(std::span<const int> lengths, int root, const machine& on)
      : lengths_(lengths), root_(root) {
    if (root < 0 || static_cast<std::size_t>(root) >= lengths.size())
      throw std::invalid_argument("root " + std::to_string(root) + " is not one of " +
                                  std::to_string(lengths.size()) + " processes");
    member_.push_back(root);
    for (int r = 0; static_cast<std::size_t>(r) < lengths.size(); ++r) {
      if (length(r) < 0)
        throw std::invalid_argument("a block has a negative length, " + std::to_string(length(r)));
      if (r != root && length(r) > 0) member_.push_back(r);
    }
    constexpr std::size_t most = 16;
    if (member_.size() > most)
      throw std::invalid_argument("the optimal tree in any order takes 3^p steps: at most " +
                                  std::to_string(most) + " processes with data, not " +
                                  std::to_string(member_.size()));
    of_.resize(std::size_t{1} << member_.size());
    for (set s = 1; s < of_.size(); ++s) {
      const set rest = s & (s - 1);
      of_[s].bytes = of_[rest].bytes + static_cast<double>(length(first_of(s)));
      if (rest != 0) find_last_message(s, on);
    }
  }

  ordered_tree tree() {
    const std::size_t p = lengths_.size();
    ordered_tree t{.seconds = of_.back().seconds, .nodes = std::vector<ordered_tree::node>(p)};
    t.rank_at.reserve(p);
    children_.resize(p);
    build(static_cast<set>(of_.size() - 1));
    for (int r = 0; static_cast<std::size_t>(r) < p; ++r)
      if (r != root_ && length(r) == 0) children_[static_cast<std::size_t>(root_)].push_back(r);
    arrange(t, root_, nobody);
    t.offsets.push_back(0);
    for (const int r : t.rank_at) t.offsets.push_back(t.offsets.back() + static_cast<std::size_t>(length(r)));
    return t;
  }

 private:
  using set = std::uint32_t;  // of members; bit 0 is the root
  struct subproblem {
    double bytes = 0, seconds = 0;
    set sends = 0;  // the part that sends the last message
  };

  [[nodiscard]] int length(int rank) const { return lengths_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int first_of(set s) const { return member_[static_cast<std::size_t>(std::countr_zero(s))]; }

  // The part with the root receives. If neither part has the root, the part with less data sends.
  void find_last_message(set s, const machine& on) {
    subproblem& whole = of_[s];
    whole.seconds = std::numeric_limits<double>::infinity();
    const set first = s & -s, others = s ^ first;
    for (set part = others; part != 0; part = (part - 1) & others) {
      const bool sends = first == 1 || of_[part].bytes <= of_[s ^ part].bytes;
      const set from = sends ? part : s ^ part;
      const double seconds =
          std::max(of_[part].seconds, of_[s ^ part].seconds) + on.alpha + on.beta * of_[from].bytes;
      if (seconds < whole.seconds) whole.seconds = seconds, whole.sends = from;
    }
  }

  int build(set s) {  // returns the root
    if (std::has_single_bit(s)) return first_of(s);
    const set from = of_[s].sends;
    const int sender = build(from), receiver = build(s ^ from);
    children_[static_cast<std::size_t>(receiver)].push_back(sender);
    return receiver;
  }

  // Gives the ranks of a subtree consecutive places, its root first. Returns the root's place.
  int arrange(ordered_tree& t, int rank, int parent) {
    const int place = static_cast<int>(t.rank_at.size());
    t.rank_at.push_back(rank);
    ordered_tree::node& here = t.nodes[static_cast<std::size_t>(place)];
    here.parent = parent;
    here.first = place;
    for (const int child : children_[static_cast<std::size_t>(rank)])
      here.children.push_back(arrange(t, child, place));
    here.count = static_cast<int>(t.rank_at.size()) - place;
    return place;
  }

  std::span<const int> lengths_;
  int root_;
  std::vector<int> member_;  // the root first
  std::vector<subproblem> of_;
  std::vector<std::vector<int>> children_;  // of each rank, in the order in which they are received
};

}  // namespace

ordered_tree unordered_optimal_tree(std::span<const int> lengths, int root, const machine& on) {
  return problem_of_sets(lengths, root, on).tree();
}

ordered_tree unordered_optimal_tree(std::span<const int> lengths, int root, const network& on) {
  if (on.ports != 1) throw std::invalid_argument("the optimal tree is known for processes with one port");
  const machine* const m = on.links ? nullptr : on.model->uniform();
  if (!m)
    throw std::invalid_argument(
        "the optimal tree in any order is known only where all messages cost alpha + beta n and share no "
        "links");
  return unordered_optimal_tree(lengths, root, *m);
}

}  // namespace tutti
