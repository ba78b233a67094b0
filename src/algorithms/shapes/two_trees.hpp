#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The part of a process in two trees below one source. Blocks 0, 2, 4, ... go down the first tree, blocks 1,
/// 3, 5, ... down the second; each edge is used in every second round. The trees are such that in every round
/// a process receives at most one block from a parent and sends at most one to a child. Read forwards, from
/// round 1 on, this is the schedule of a broadcast; read backwards, with every message reversed, that of a
/// reduction.
///
/// In the tree whose first block reaches the process in round s:
///
///   rounds s, s + 2, ...        a block comes from the parent
///   rounds s + 1, s + 3, ...    it goes to the child `sooner`
///   rounds s + 2, s + 4, ...    it goes to the child `later`
class two_trees {
 public:
  /// The edge between this process and process `rank` in one round, and the block that passes on it.
  struct edge {
    int rank = nobody, block = -1;
    explicit operator bool() const noexcept { return block >= 0; }
  };
  struct round_of {
    edge parent, child;
    [[nodiscard]] bool idle() const noexcept { return !parent && !child; }
  };
  /// Round t = 1, 2, ..., in the order of the broadcast.
  [[nodiscard]] round_of in_round(int t, int pieces) const noexcept {
    round_of r;
    for (int tree = 0; tree < 2; ++tree) {
      const auto use = [&](edge& e, int partner, int since) {
        const int block = tree + t - since;
        if (partner != nobody && t >= since && (t - since) % 2 == 0 && block < pieces) e = {partner, block};
      };
      const place& at = at_[tree];
      use(r.parent, at.parent, at.first_round);
      use(r.child, at.sooner, at.first_round + 1);
      use(r.child, at.later, at.first_round + 2);
    }
    return r;
  }

  /// The place of the process in the tree of a block. An only child may be `sooner` or `later`.
  struct place {
    int parent = nobody, sooner = nobody, later = nobody;
    /// in which the tree's first block arrives; for the source, the round before it is sent
    int first_round = 0;
  };
  [[nodiscard]] const place& at(int block) const noexcept { return at_[block % 2]; }

 protected:
  two_trees() noexcept = default;
  place at_[2];
};

}  // namespace tutti
