#pragma once

// Ordered gather trees that processes build themselves from the lengths of their blocks.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and
// scatter collectives", 2018.

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <coroutine>
#include <cstdint>
#include <utility>

#include "algorithms/gather/gather.hpp"
#include "tutti/process.hpp"

namespace tutti {

// An ordered hypercube H_d, here a cube of dimension d, is the ranks a 2^d .. (a + 1) 2^d - 1, as far as
// these exist; two neighbours make one of dimension d + 1. Each has a fixed root, its last process, which
// every process can compute, and a gather root, which depends on its blocks and will have its data:
//
//     p = 11      0 1 2 3 4 5 6 7 8 9 10
//     d = 1       --- --- --- --- --- --      fixed roots 1, 3, 5, 7, 9, 10
//     d = 2       ------- ------- ------      fixed roots 3, 7, 10

/// The first process of the cube of dimension d next to rank's. There is such a cube if the result is below
/// p.
constexpr int neighbouring_cube(int rank, int d) noexcept { return ((rank >> d) ^ 1) << d; }
/// True if that cube has the lower ranks of the two.
constexpr bool neighbour_is_left(int rank, int d) noexcept { return (rank >> d & 1) != 0; }
/// The fixed root of rank's cube of dimension d.
constexpr int fixed_root(int rank, int d, int p) noexcept {
  return std::min((rank >> d << d) + ((1 << d) - 1), p - 1);
}

/// The description of a cube that is sent in the construction: a few bytes, however large the cube.
struct cube {
  std::int64_t root = 0;  ///< its gather root
  /// of the data that the root will have: all blocks but those that go straight to the root of all
  std::uint64_t bytes = 0;
  std::uint64_t own = 0;  ///< the gather root's own block
};

/// The rule that says which of two gather roots receives, and which data do not go through the tree.
struct tree_rule {
  enum class receiver : bool {
    slower,  ///< Lemma 1: the one that has received more, so that it does not wait for the sender
    larger   ///< Lemma 4: the one with more data, so that less travels
  };
  receiver who = receiver::slower;
  /// More bytes than these go straight to the root of all, not to the other gather root. A single block that
  /// is as long goes there without waiting for the construction, in which its process takes part as if it had
  /// no block.
  std::size_t straight_beyond = SIZE_MAX;
};
/// The rule of Lemma 4: a tree for small blocks and a star for those of more than `straight_beyond` bytes.
constexpr tree_rule rule_of_lemma_4(std::size_t straight_beyond = SIZE_MAX) noexcept {
  return {.who = tree_rule::receiver::larger, .straight_beyond = straight_beyond};
}

/// Lemma 1. "For any H_d, there exists an ordered hypercube gather algorithm that gathers the data to some
/// root processor r in H_d in time d alpha + beta (sum of m_i, i in H_d, i != r)": of two gather roots the
/// one with the smaller gather time sends to the other, ties broken in favour of the cube with less data.
/// Times are compared by the bytes that the two have received.
constexpr bool left_receives_by_lemma_1(const cube& left, const cube& right) noexcept {
  const auto received_left = left.bytes - left.own, received_right = right.bytes - right.own;
  return received_left != received_right ? received_left > received_right : left.bytes > right.bytes;
}
/// Lemma 4. "Assuming that [...] each processor has to copy its own block m_i into such a communication
/// buffer at cost beta m_i", data are gathered in time d alpha + beta (sum of m_i, i in H_d): the gather
/// root's block counts, too.
constexpr bool left_receives_by_lemma_4(const cube& left, const cube& right) noexcept {
  return left.bytes > right.bytes;
}

/// The union of two neighbouring cubes. If the lemma leaves the receiver open, the right gather root
/// receives, because its fixed root stays; so it does if both cubes are empty.
struct union_of_cubes {
  bool left_receives;
  bool straight;  ///< the sender sends straight to the root of all
  cube both;
};
constexpr union_of_cubes unite(const cube& left, const cube& right, const tree_rule& rule) noexcept {
  const bool left_receives = rule.who == tree_rule::receiver::slower ? left_receives_by_lemma_1(left, right)
                                                                     : left_receives_by_lemma_4(left, right);
  const cube &receiver = left_receives ? left : right, &sender = left_receives ? right : left;
  const bool straight = sender.bytes > rule.straight_beyond;
  return {left_receives, straight,
          cube{receiver.root, receiver.bytes + (straight ? 0 : sender.bytes), receiver.own}};
}

/// Lemma 2. "For any arbitrarily given root processor r", data "are always sent to processor r if either r' =
/// r or r'' = r": r receives from its neighbours H_0, H_1, ... alone. Every process knows that, so a cube
/// with r needs no construction. Returns the number of rounds of construction in which another process can
/// take part: the dimension of the neighbour of r that it belongs to.
constexpr int rounds_by_lemma_2(int rank, int root) noexcept {
  return std::bit_width(static_cast<unsigned>(rank ^ root)) - 1;
}

/// The tree that is to be built.
struct gather_tree {
  int root;
  tree_rule rule = {};
  lengths_known_to known = lengths_known_to::root;
};

/// A process's place in the tree. A task can follow its construction, in another strand of the same process.
class cube_tree_place {
 public:
  struct child {
    int rank;
    bool left;  ///< its blocks come before this process's own
    std::size_t bytes;
  };

  /// The place of a process whose own block has `own` bytes; 0 if it goes straight.
  explicit cube_tree_place(std::size_t own) noexcept : bytes_(own) {}
  cube_tree_place(const cube_tree_place&) = delete;
  cube_tree_place& operator=(const cube_tree_place&) = delete;

  /// `nobody` if there are no data, or if this is the root.
  [[nodiscard]] int parent() const noexcept { return parent_; }
  /// The bytes of the process's blocks, those of its children included.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The bytes of the blocks before this process's own.
  [[nodiscard]] std::size_t bytes_left() const noexcept { return left_; }
  /// The children in the order in which a gather receives from them, each further from this rank than those
  /// before.
  [[nodiscard]] std::span<const child> children() const noexcept {
    return std::span(children_).first(static_cast<std::size_t>(n_));
  }

  /// To be awaited: child k as soon as it is known, or null as soon as it is known that there are no more.
  /// Then the parent is known, too.
  auto known_child(int k) noexcept { return until{*this, k}; }
  /// To be awaited by a process without data in the tree: ready when no other process waits for this one in
  /// the construction.
  auto needed_no_longer() noexcept { return until{*this, INT_MAX}; }

  // Called by the construction with its results. The task that waits for a result is resumed.
  void has_child(const child& c) {
    if (c.bytes == 0) return;
    children_[static_cast<std::size_t>(n_++)] = c;
    bytes_ += c.bytes;
    if (c.left) left_ += c.bytes;
    tell();
  }
  void has_parent(int parent) {
    if (bytes_ == 0) return;
    parent_ = parent;
    tell();
  }
  /// There are no more results, and at most one more step of the construction, for which no process waits.
  void ends() {
    ended_ = true;
    tell();
  }

 private:
  struct until {
    cube_tree_place& of;
    int k;
    [[nodiscard]] bool await_ready() const noexcept { return of.knows(k); }
    void await_suspend(std::coroutine_handle<> waiting) const noexcept {
      of.waits_for_ = k;
      of.waiting_ = waiting;
    }
    const child* await_resume() const noexcept {
      return k < of.n_ ? &of.children_[static_cast<std::size_t>(k)] : nullptr;
    }
  };
  [[nodiscard]] bool knows(int k) const noexcept { return k < n_ || parent_ != nobody || ended_; }
  void tell() {
    if (waiting_ && knows(waits_for_)) std::exchange(waiting_, nullptr).resume();
  }

  int parent_ = nobody;
  std::size_t bytes_, left_ = 0;
  int n_ = 0;
  bool ended_ = false;
  int waits_for_ = 0;
  std::coroutine_handle<> waiting_;
  std::array<child, most_rounds> children_;  // the first n_ are set
};

/// Finds the place of a process if that needs no messages: for equal blocks "tree construction can be done
/// without any actual, extra communication", and the process next to a root that knows the lengths
/// needs none. Returns false if messages are needed.
bool follow_tree(const process& self, const gather_tree& tree, cube_tree_place* place);

/// Lemma 3. "For any H_d, a linear-time gather communication tree can be constructed in d communication
/// rounds, each comprising at most two send and receive operations." Not for the root: at most 2
/// (ceil(log2 p) - 1) - 1 dependent steps.
task build_tree(process& self, gather_tree tree, cube_tree_place* place);

/// The same for data that come from the root, where no process needs its neighbours before it hears from
/// above. Fixed roots first do all their exchanges with each other, a step a round. Then they notify their
/// gather roots of all rounds at once, the last gather root first. The gather roots to which the root sends
/// are notified after ceil(log2 p) steps.
task build_tree_from_top(process& self, gather_tree tree, cube_tree_place* place);

/// Receives the children of a root that does not know the lengths.
task hear_of_tree(process& self, cube_tree_place* place);

}  // namespace tutti
