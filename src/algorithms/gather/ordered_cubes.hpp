#pragma once

// Ordered gather trees that processes build themselves from the lengths of their blocks.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "tutti/process.hpp"

namespace tutti {

// Cubes of dimension d are the ranks a 2^d .. (a + 1) 2^d - 1, as far as there are so many; two neighbours make one of
// dimension d + 1. Each has a fixed root, its last process, which everyone can name, and a gather root, which its blocks
// decide on and which will have its data:
//
//     p = 11      0 1 2 3 4 5 6 7 8 9 10
//     d = 1       --- --- --- --- --- --      fixed roots 1, 3, 5, 7, 9, 10
//     d = 2       ------- ------- ------      fixed roots 3, 7, 10

/// The first process of the cube of dimension d that is next to rank's; there is such a cube if this is below p.
constexpr int neighbour(int rank, int d) noexcept { return ((rank >> d) ^ 1) << d; }
/// The fixed root of rank's cube of dimension d.
constexpr int fixed_root(int rank, int d, int p) noexcept {
  return std::min((rank >> d << d) + ((1 << d) - 1), p - 1);
}

/// What is known of a cube, and sent in the construction: a few bytes, however large the cube.
struct cube {
  std::int64_t root = 0;  ///< its gather root
  std::uint64_t bytes =
      0;  ///< what that will have: all its blocks but those that go straight to the root of all
  std::uint64_t own = 0;  ///< the gather root's own block
};

/// Which of two gather roots receives, and what does not go through the tree.
struct tree_rule {
  enum class receiver : bool {
    slower,  ///< Lemma 1: who has had more to receive, so that nobody waits for the sender
    larger   ///< Lemma 4: who has more data, so that less travels
  };
  receiver who = receiver::slower;
  /// More bytes than these are not sent to the other gather root but straight to the root of all. A block that is as long
  /// goes there without waiting for the construction, in which its process takes part as if it had none.
  std::size_t straight_beyond = SIZE_MAX;
};

/// Who knows how long blocks are without being told, besides each process its own. The root does not, where it is that of a
/// part of a collective; all do, where blocks are equal.
enum class lengths_known_to : std::uint8_t { owners, root, all };

/// Two neighbouring cubes made one.
struct union_of_cubes {
  bool left_receives;
  bool straight;  ///< the other sends straight to the root of all
  cube both;
};
constexpr union_of_cubes unite(const cube& left, const cube& right, const tree_rule& rule) noexcept {
  // Ties go to the cube with more data, then to the right one, whose fixed root stays.
  const auto received = [](const cube& c) { return c.bytes - c.own; };
  const bool left_slower =
      received(left) != received(right) ? received(left) > received(right) : left.bytes > right.bytes;
  const bool left_receives = rule.who == tree_rule::receiver::slower ? left_slower : left.bytes > right.bytes;
  const cube &receiver = left_receives ? left : right, &sender = left_receives ? right : left;
  const bool straight = sender.bytes > rule.straight_beyond;
  return {left_receives, straight,
          cube{receiver.root, receiver.bytes + (straight ? 0 : sender.bytes), receiver.own}};
}

/// The cube of dimension d that begins with `first`, of equal blocks.
cube cube_of_equal(std::size_t block, int first, int d, int p, const tree_rule& rule) noexcept;

/// A process other than the root of all while cubes are united around it. In each round, from that of dimension 0 on, the
/// fixed roots of neighbours tell each other of their cubes, and then their gather roots. Cubes with the root of all need
/// no construction: everyone knows that this root receives.
class cube_member {
 public:
  cube_member(const process& self, int root, std::size_t own, const tree_rule& rule,
              lengths_known_to known) noexcept
      : rank_(self.rank()),
        p_(self.size()),
        top_(root),
        equal_(known == lengths_known_to::all),
        own_(own),
        rule_(rule),
        mine_{rank_, own, own},
        rounds_(std::bit_width(static_cast<unsigned>(rank_ ^ root)) - 1) {}

  /// Those before the one in which the own cube meets the root's.
  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  /// Whether this process has part in round d: there is a neighbour, and it is one of the roots of its cube.
  [[nodiscard]] bool acts(int d) const noexcept {
    return neighbour(rank_, d) < p_ && (is_gather_root() || is_fixed_root(d));
  }
  [[nodiscard]] bool is_gather_root() const noexcept { return mine_.root == rank_; }
  [[nodiscard]] bool is_fixed_root(int d) const noexcept { return fixed_root(rank_, d, p_) == rank_; }
  [[nodiscard]] const cube& mine() const noexcept { return mine_; }
  /// Whether round d is the last part of one that has no data in the tree and nobody to tell of the neighbour: where no cube
  /// has any the right one receives, and has the next fixed root.
  [[nodiscard]] bool ends_in(int d) const noexcept {
    return mine_.bytes == 0 && is_gather_root() && !other_is_left(d);
  }

  /// Learns of the neighbour in round d: at most two dependent steps, none where blocks are equal. `with`, a transfer of data,
  /// is done at the same time, before all that follows between the same processes.
  task meet(process& self, int d, transfer with = {});
  /// The part of meet() of two fixed roots.
  task meet_fixed_root(process& self, int d, transfer with = {});
  /// After the last round, of a root that does not know the lengths: tells it of the own cube. `with` as in meet().
  task tell_root(process& self, transfer with = {});
  /// What a fixed root has passed on of the neighbour.
  void hear(const cube& other) noexcept { other_ = other; }
  /// The neighbour, after one of these.
  [[nodiscard]] const cube& other() const noexcept { return other_; }
  [[nodiscard]] bool other_is_left(int d) const noexcept { return (rank_ >> d & 1) != 0; }
  /// Makes the own cube and the neighbour one.
  union_of_cubes unite(int d) noexcept {
    const auto u = other_is_left(d) ? tutti::unite(other_, mine_, rule_) : tutti::unite(mine_, other_, rule_);
    mine_ = u.both;
    return u;
  }

 private:
  int rank_, p_, top_;  // top_: the root of all
  bool equal_;
  std::size_t own_;
  tree_rule rule_;
  cube mine_, other_;
  int rounds_;
};

/// Where a process other than the root stands in the tree, once all is known.
struct cube_tree_place {
  struct child {
    int rank;
    bool left;  ///< its blocks come before the own one
    std::size_t bytes;
  };
  int parent = nobody;    ///< nobody: there are no data
  std::size_t bytes = 0;  ///< of its blocks, those of its children included
  std::size_t left = 0;   ///< of the blocks before the own one
  int children = 0;
  std::array<child, 31> list;  ///< the first `children` are set

  /// Unites a process's cube with the neighbour that it has met in round d.
  void unite(cube_member& member, int d, int root) noexcept;
  /// After the last round.
  void end(const cube_member& member, int root) noexcept;
  /// In the order in which a gather receives from them, each further from the own rank than those before.
  [[nodiscard]] std::span<const child> below() const noexcept {
    return std::span(list).first(static_cast<std::size_t>(children));
  }
};

/// The construction, without data: at most 2 (ceil(log2 p) - 1) - 1 dependent steps. Not for the root.
task construct(process& self, int root, std::size_t own, tree_rule rule, lengths_known_to known,
               cube_tree_place* place);

/// The same for data that come from the root, so that nobody needs to know its neighbours before it has heard from above:
/// fixed roots first do all they have to do with each other, a step a round, and then tell their gather roots, those
/// first who were so last, of all rounds at once. ceil(log2 p) steps until those are told whom the root sends to. `with`, a
/// transfer of data that is not in the tree, for which own is 0: done at the same time.
task construct_downwards(process& self, int root, std::size_t own, tree_rule rule, lengths_known_to known,
                         cube_tree_place* place, transfer with = {});

/// For a root that does not know the lengths: learns of its neighbour of dimension d. `with` as in cube_member::meet().
task hear_of_neighbour(process& self, int d, cube* other, transfer with = {});

}  // namespace tutti
