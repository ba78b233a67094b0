// Scan and exscan on two binary trees at once, each with every second block: first the sums of subtrees go up
// both, then the sums of all processes before a subtree go down both. A process is inside one tree and a leaf
// of the other, and in either phase receives a block and sends a block in every round.
//
//   p = 6:    first tree        second tree      Each rank is drawn in its column: below each process there
//                  3                2            are lower ranks on one side and higher ones on the other. So
//              1       5        0       4        both trees keep rank order.
//            0   2   4            1   3   5
//
// If the number of processes is odd, the last one is outside the trees, like the source of a broadcast: the
// tops are its lower children, which send it the sum of all others.
//
// Of one block, let x be the vector of a process, L the sum of the lower ranks in its subtree, H that of the
// higher ones, and B that of all ranks before its subtree. L x H is their sum, in rank order:
//
//   place in the tree              up:  keeps  to the parent   down: to lower  to higher   scan    exscan
//   inside, between two children        L x    L x H                 B         B L x       B L x   B L
//   inside, only a lower child          L x    L x                   B                     B L x   B L
//   inside, only a higher child         x      x H                             B x         B x     B
//   leaf                                x      x                                           B x     B
//   outside                             L x                                                L x     L
//
// If the subtree begins with process 0, there is no B: nothing comes down, and nothing is sent to a lower
// child. If it ends with the last process, no process needs its sum: nothing goes up, and H is not received.
//
// Places in memory; x alone stays in its place until something is added to it:
//
//   with_own       L x, then B L x       the result of a scan; memory of its own in an exscan
//   without_own    L, then B L           the result of an exscan; not kept in a scan, once it is added to x
//   passing        H, then L x H;        on the way up;
//                  B                     on the way down, if there is a lower child: else B is without_own
//
// Why a block takes two rounds: consider a process with others before and behind it. For a block of the tree
// inside which it is, it receives two sums and B, and sends one sum and two prefixes. For a block of the
// other tree it sends a sum and receives B. That is four in and four out for two blocks, in whatever order: a
// phase uses the ports in every round, and both phases at once would not be faster. A single tree takes three
// rounds a block, a chain one, but p - 1 for the first.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: at most (2 (M - 1 + fill) - saved) (alpha + beta m / M), where fill <= 2 log2 p + 1, and that for
// large M; see stages(). Any p; in rank order; fewer than four processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {
namespace {

// The schedule of a broadcast among an odd number of processes whose source is the last one. If p is even,
// the source is process p, which does not exist: no process is before or behind the subtree of a top, so no
// message to or from the source is needed.
class prefix_trees {
 public:
  static constexpr bool exist(int p) noexcept { return p >= 4; }
  // The rounds of one phase.
  static constexpr int fill(int p) noexcept { return two_tree::fill(with_source(p)); }
  static constexpr int rounds(int p, int pieces) noexcept { return two_tree::rounds(with_source(p), pieces); }

  prefix_trees(int rank, int p) noexcept
      : rank_(rank),
        p_(p),
        schedule_(rank, with_source(p), with_source(p) - 1),
        subtree_{schedule_.subtree(0), schedule_.subtree(1)} {}

  // The place of the process in the tree of block b.
  [[nodiscard]] bool has_lower_child(int b) const noexcept { return subtree(b).first != rank_; }
  [[nodiscard]] bool has_higher_child(int b) const noexcept { return subtree(b).last != rank_; }
  [[nodiscard]] bool some_before(int b) const noexcept { return subtree(b).first != 0; }
  [[nodiscard]] bool some_behind(int b) const noexcept { return subtree(b).last != p_ - 1; }

  [[nodiscard]] bool is_lower(const two_tree::edge& child) const noexcept { return child.rank < rank_; }

  /// Round t of the way up: the broadcast backwards, without the sums that no process behind needs.
  [[nodiscard]] two_tree::round_of up(int t, int pieces) const noexcept {
    two_tree::round_of r = schedule_.in_round(t, pieces);
    if (r.parent && !some_behind(r.parent.block)) r.parent = {};
    if (r.child && !is_lower(r.child) && !some_behind(r.child.block)) r.child = {};
    return r;
  }
  /// Round t of the way down: the broadcast, without messages if no process is before.
  [[nodiscard]] two_tree::round_of down(int t, int pieces) const noexcept {
    two_tree::round_of r = schedule_.in_round(t, pieces);
    if (r.parent && !some_before(r.parent.block)) r.parent = {};
    if (r.child && is_lower(r.child) && !some_before(r.child.block)) r.child = {};
    return r;
  }

 private:
  static constexpr int with_source(int p) noexcept { return p / 2 * 2 + 1; }
  [[nodiscard]] const two_tree::processes& subtree(int b) const noexcept { return subtree_[b % 2]; }

  int rank_, p_;
  two_tree schedule_;
  two_tree::processes subtree_[2];
};

// The columns of the table: data to send, places to receive in, and additions, for block b.
class sums {
 public:
  sums(process& self, const prefix_trees& trees, const_buffer in, buffer out, const operation& op, int pieces,
       bool inclusive)
      : self_(self),
        trees_(trees),
        in_(in),
        out_(out),
        op_(op),
        pieces_(pieces),
        inclusive_(inclusive),
        beside_(self, inclusive ? 0 : in.count, *in.type),
        forgotten_(self, in, pieces, inclusive),
        even_(self, in, pieces),
        odd_(self, in, pieces) {}

  // Up.
  [[nodiscard]] buffer from_lower(int b) const {
    if (keeps(b)) self_.copy(own(b), with_own(b));  // before L is received, in place, over x
    return without_own(b);
  }
  void add_lower(int b) const {
    if (keeps(b)) self_.reduce(op_, without_own(b), with_own(b));
  }
  [[nodiscard]] buffer from_higher(int b) const { return passing(b); }
  [[nodiscard]] const_buffer to_parent(int b) const {
    const const_buffer kept = trees_.has_lower_child(b) ? const_buffer(with_own(b)) : own(b);
    if (!trees_.has_higher_child(b)) return kept;
    self_.reduce(op_, kept, passing(b));
    return passing(b);
  }

  // Down.
  [[nodiscard]] buffer from_parent(int b) const {
    if (trees_.has_lower_child(b)) return passing(b);
    if (needs_with_own(b)) self_.copy(own(b), with_own(b));
    return without_own(b);
  }
  void add_before(int b) const {
    const buffer before = trees_.has_lower_child(b) ? passing(b) : without_own(b);
    if (!inclusive_ && trees_.has_lower_child(b)) self_.reduce(op_, before, without_own(b));
    if (needs_with_own(b)) self_.reduce(op_, before, with_own(b));
  }
  [[nodiscard]] const_buffer to_lower(int b) const { return passing(b); }
  [[nodiscard]] const_buffer to_higher(int b) const {
    const bool added = trees_.has_lower_child(b) || trees_.some_before(b);
    return added ? const_buffer(with_own(b)) : own(b);
  }

 private:
  // B L x is needed by a scan and by a higher child; L x by these and by processes behind the subtree.
  [[nodiscard]] bool needs_with_own(int b) const { return inclusive_ || trees_.has_higher_child(b); }
  [[nodiscard]] bool keeps(int b) const { return needs_with_own(b) || trees_.some_behind(b); }

  [[nodiscard]] const_buffer own(int b) const { return in_.part(b, pieces_); }
  [[nodiscard]] buffer result(int b) const { return out_.part(b, pieces_); }
  [[nodiscard]] buffer with_own(int b) const { return inclusive_ ? result(b) : beside_.part(b, pieces_); }
  [[nodiscard]] buffer without_own(int b) const { return inclusive_ ? forgotten_.room(own(b)) : result(b); }
  // In the tree inside which the process is, one block is under way while the next one arrives.
  [[nodiscard]] buffer passing(int b) const { return (b / 2 % 2 == 0 ? even_ : odd_).room(own(b)); }

  process& self_;
  const prefix_trees& trees_;
  const_buffer in_;
  buffer out_;
  operation op_;
  int pieces_;
  bool inclusive_;
  scratch beside_;
  block_scratch forgotten_, even_, odd_;
};

task on_two_trees(process& self, const_buffer in, buffer out, operation op, int pieces, bool inclusive) {
  const prefix_trees trees(self.rank(), self.size());
  const sums sum(self, trees, in, out, op, pieces, inclusive);
  const int rounds = prefix_trees::rounds(self.size(), pieces);

  for (int t = rounds; t > 0; --t) {
    const auto [parent, child] = trees.up(t, pieces);
    if (!parent && !child) continue;
    const_buffer leaving;
    if (parent) leaving = sum.to_parent(parent.block);
    const bool from_lower = child && trees.is_lower(child);
    buffer arriving;
    if (child) arriving = from_lower ? sum.from_lower(child.block) : sum.from_higher(child.block);
    co_await self.sendrecv(leaving, parent.rank, arriving, child.rank);
    if (from_lower) sum.add_lower(child.block);
  }

  if (inclusive && self.rank() == 0) self.copy(in, out);  // nothing is before it in either tree
  for (int t = 1; t <= rounds; ++t) {
    const auto [parent, child] = trees.down(t, pieces);
    if (!parent && !child) continue;
    const_buffer leaving;
    if (child) leaving = trees.is_lower(child) ? sum.to_lower(child.block) : sum.to_higher(child.block);
    buffer arriving;
    if (parent) arriving = sum.from_parent(parent.block);
    co_await self.sendrecv(leaving, child.rank, arriving, parent.rank);
    if (parent) sum.add_before(parent.block);
  }
}

// Two phases, without the rounds in which tops would exchange with a source, and without those at either end
// of the ranks where no process is before or behind.
pipeline stages(int p) {
  if (!prefix_trees::exist(p)) return {.fill = p - 1.0, .interval = p > 1 ? 1.0 : 0.0};
  const int n = p / 2 * 2, outside = p % 2;
  const int saved = n % 4 != 0 ? 4 - 3 * outside : 3 - outside + (is_power_of_two(n) ? 1 : 0);
  return {.fill = 2.0 * prefix_trees::fill(p) - saved, .interval = 2};
}

// On the way up a process reduces twice every second round, and a chain of dependent messages may meet such a
// process in every round. On the way down it reduces once, and in an exscan, which keeps two sums, twice.
cost price(const shape& s, bool inclusive) {
  cost c = price_of_pipeline<stages>(s);
  c.reduced = (inclusive ? 1.5 : 2) * c.bytes;
  return c;
}

}  // namespace

task scan_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces) {
  return prefix_trees::exist(self.size()) ? on_two_trees(self, in, out, op, pieces, true)
                                          : scan_chain(self, in, out, op, pieces);
}
task exscan_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces) {
  return prefix_trees::exist(self.size()) ? on_two_trees(self, in, out, op, pieces, false)
                                          : exscan_chain(self, in, out, op, pieces);
}

extern const algorithm scan_two_tree_entry{
    .of = collective::scan,
    .name = "two_tree",
    .summary = "two mirrored binary trees, up and then down, pipelined: a block every two rounds",
    .source = "Sanders, Speck, Traeff 2009",
    .run = [](process& self, const call& c) { return scan_two_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return price(s, true); },
    .stages = stages,
    .traits = {.bound = true},
};

extern const algorithm exscan_two_tree_entry{
    .of = collective::exscan,
    .name = "two_tree",
    .summary = "two mirrored binary trees, up and then down, pipelined: a block every two rounds",
    .source = "Sanders, Speck, Traeff 2009",
    .run = [](process& self, const call& c) { return exscan_two_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return price(s, false); },
    .stages = stages,
    .traits = {.bound = true},
};

}  // namespace tutti
