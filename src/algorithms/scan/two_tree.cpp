// Scan and exscan on two binary trees at once, each with every second block: first the sums of subtrees go up
// both, then the sums of all processes before a subtree go down both. A process is inside one tree and a leaf
// of the other, and in either phase receives a block and sends a block in every round.
//
//   p = 6:        4                  5           the second tree is the first one mirrored: below each process
//              2     6            3     1        there are lower ranks on one side and higher ones on the other
//             1 3   5              4 2   6       in both, so rank order holds
//
// Of an odd number of processes the last one is outside the trees: it hears what their tops have, the sum of
// all others, and needs no more.
//
// Why a block takes two rounds: of a block of the tree inside which it is, a process with others before and
// behind receives two sums and what is before, and sends a sum and two of what is before; of a block of the other
// tree it sends a sum and receives what is before. That is four in and four out for two blocks, in whatever
// order: a phase uses the ports in every round, and both phases at once would not be faster. A single tree
// takes three rounds a block, a chain one, but p - 1 for the first.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: at most (2 (M - 1 + fill) - saved) (alpha + beta m / M), where fill <= 2 log2 p + 1, and that for
// large M; see stages(). Any p; in rank order; fewer than four processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/scan/scan.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {
namespace {

// Two trees of the numbers 1, ..., n, where number v is rank v - 1. The source of the broadcast, 0, is the
// last of an odd number of processes, and nobody where their number is even.
class prefix_trees {
 public:
  static constexpr bool exist(int p) noexcept { return p >= 4; }

  prefix_trees(int rank, int p) noexcept
      : source_(p % 2 != 0 ? p - 1 : nobody),
        number_(rank == source_ ? 0 : rank + 1),
        trees_(number_, with_source(p)) {
    if (number_ == 0) {
      at_[0] = at_[1] = {.lower = true};
      return;
    }
    for (int tree = 0; tree < 2; ++tree) {
      const two_tree::processes below = trees_.subtree(tree);
      at_[tree] = {.lower = below.first < number_,
                   .higher = number_<below.last, .before = below.first> 1,
                   .behind = below.last < p};
    }
  }

  /// What there is in one tree: a child of lower rank, one of higher rank, processes before the own subtree,
  /// and behind it.
  struct place {
    bool lower = false, higher = false, before = false, behind = false;
  };
  [[nodiscard]] const place& at(int block) const noexcept { return at_[block % 2]; }

  /// One process in one round of a phase: block `out` goes to `to`, block `in` comes from `from`. The child
  /// among the two is of lower rank or not.
  struct step {
    int to = nobody, out = -1, from = nobody, in = -1;
    bool lower = false;
    [[nodiscard]] bool idle() const noexcept { return to == nobody && from == nobody; }
  };
  /// The broadcast backwards, without what nobody behind would use.
  [[nodiscard]] step up(int t, int pieces) const noexcept {
    const two_tree::round_of r = trees_.in_round(t, pieces);
    step s{.lower = is_lower(r.to)};
    if (r.in >= 0 && at(r.in).behind) s.to = rank(r.from), s.out = r.in;
    if (r.out >= 0 && (s.lower || at(r.out).behind)) s.from = rank(r.to), s.in = r.out;
    return s;
  }
  /// The broadcast without its source, and without what there is nothing of.
  [[nodiscard]] step down(int t, int pieces) const noexcept {
    const two_tree::round_of r = trees_.in_round(t, pieces);
    step s{.lower = is_lower(r.to)};
    if (r.out >= 0 && (!s.lower || at(r.out).before)) s.to = rank(r.to), s.out = r.out;
    if (r.in >= 0 && at(r.in).before) s.from = rank(r.from), s.in = r.in;
    return s;
  }

  /// Of one phase.
  static constexpr int fill(int p) noexcept { return two_tree::fill(with_source(p)); }
  static constexpr int rounds(int p, int pieces) noexcept { return two_tree::rounds(with_source(p), pieces); }

 private:
  static constexpr int with_source(int p) noexcept { return p / 2 * 2 + 1; }
  [[nodiscard]] bool is_lower(int child) const noexcept { return child < number_ || number_ == 0; }
  [[nodiscard]] int rank(int number) const noexcept { return number == 0 ? source_ : number - 1; }

  int source_, number_;
  two_tree trees_;
  place at_[2];
};

task on_two_trees(process& self, const_buffer in, buffer out, operation op, int pieces, bool inclusive) {
  const int p = self.size(), rounds = prefix_trees::rounds(p, pieces);
  const prefix_trees trees(self.rank(), p);
  const auto own = [&](int b) { return in.part(b, pieces); };
  const auto result = [&](int b) { return out.part(b, pieces); };

  // The sum up to the own vector in the subtree, which in a scan becomes the result; in an exscan that is the
  // sum without it.
  const scratch beside(self, inclusive ? 0 : in.count, *in.type);
  const auto kept = [&](int b) { return inclusive ? result(b) : beside.part(b, pieces); };
  // In the tree in which the process is inside one block is under way while the next one comes; in the other
  // one blocks only pass.
  const block_scratch even(self, in, pieces), odd(self, in, pieces), passing(self, in, pieces, inclusive);
  const auto held = [&](int b) { return (b / 2 % 2 == 0 ? even : odd).room(own(b)); };

  for (int t = rounds; t > 0; --t) {
    const prefix_trees::step s = trees.up(t, pieces);
    if (s.idle()) continue;
    const_buffer leaving;
    if (s.to != nobody) {
      const prefix_trees::place& at = trees.at(s.out);
      leaving = at.lower ? const_buffer(kept(s.out)) : own(s.out);
      if (at.higher) {
        self.reduce(op, leaving, held(s.out));
        leaving = held(s.out);
      }
    }
    const bool keeps =
        s.from != nobody && s.lower && (inclusive || trees.at(s.in).higher || trees.at(s.in).behind);
    if (keeps) self.copy(own(s.in), kept(s.in));
    buffer arriving;
    if (s.from != nobody)
      arriving = !s.lower ? held(s.in) : inclusive ? passing.room(own(s.in)) : result(s.in);
    co_await self.sendrecv(leaving, s.to, arriving, s.from);
    if (keeps) self.reduce(op, arriving, kept(s.in));
  }

  if (inclusive && self.rank() == 0) self.copy(in, out);
  for (int t = 1; t <= rounds; ++t) {
    const prefix_trees::step s = trees.down(t, pieces);
    if (s.idle()) continue;
    const_buffer leaving;
    if (s.to != nobody) {
      const prefix_trees::place& at = trees.at(s.out);
      leaving = s.lower ? held(s.out) : at.lower || at.before ? const_buffer(kept(s.out)) : own(s.out);
    }
    const prefix_trees::place at = s.from != nobody ? trees.at(s.in) : prefix_trees::place{};
    // What comes is the result of an exscan, unless there is a sum already.
    const bool adds = inclusive || at.higher;
    buffer arriving;
    if (s.from != nobody) {
      arriving = at.lower ? held(s.in) : inclusive ? passing.room(own(s.in)) : result(s.in);
      if (!at.lower && adds) self.copy(own(s.in), kept(s.in));
    }
    co_await self.sendrecv(leaving, s.to, arriving, s.from);
    if (s.from == nobody) continue;
    if (!inclusive && at.lower) self.reduce(op, arriving, result(s.in));
    if (adds) self.reduce(op, arriving, kept(s.in));
  }
}

// Two phases, without the rounds in which tops would hear from a source and tell it, and without those at
// either end of the ranks where there is nothing before or nobody behind.
pipeline stages(int p) {
  if (!prefix_trees::exist(p)) return {.fill = p - 1.0, .interval = p > 1 ? 1.0 : 0.0};
  const int n = p / 2 * 2, outside = p % 2;
  const int saved = n % 4 != 0 ? 4 - 3 * outside : 3 - outside + (is_power_of_two(n) ? 1 : 0);
  return {.fill = 2.0 * prefix_trees::fill(p) - saved, .interval = 2};
}

// Up, a process reduces twice every second round, and a chain of what waits for each other may meet such a
// process in every round. Down it is once, and in an exscan, which keeps two sums, twice.
cost price(const shape& s, bool inclusive) {
  const double rounds = stages(s.p).rounds(s.pieces), bytes = rounds * s.bytes / s.pieces;
  return {.rounds = rounds, .bytes = bytes, .reduced = (inclusive ? 1.5 : 2) * bytes};
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
    .needs = {},
    .run = [](process& self, const call& c) { return scan_two_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return price(s, true); },
    .stages = stages,
    .bound = true,
};

extern const algorithm exscan_two_tree_entry{
    .of = collective::exscan,
    .name = "two_tree",
    .summary = "two mirrored binary trees, up and then down, pipelined: a block every two rounds",
    .source = "Sanders, Speck, Traeff 2009",
    .needs = {},
    .run = [](process& self, const call& c) { return exscan_two_tree(self, c.in, c.out, c.op, c.pieces); },
    .price = [](const shape& s) { return price(s, false); },
    .stages = stages,
    .bound = true,
};

}  // namespace tutti
