// Reduction up two binary trees at once, each with every second block: the broadcast read backwards.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: (M - 1 + fill(p)) (alpha + (beta + gamma) m / M), fill(p) <= 2 log2 p + 2. Any p, any root.
// Requires a commutative operator, since ranks count from the root. To root 0 rank order is kept: below a
// process of either tree there are lower ranks on one side and higher ones on the other; the extra process
// of even p, the last, is above all that is lower, and the root above all that is higher. Fewer than five
// processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {
namespace {

task along_two_trees(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const two_tree trees(v, p);
  const auto rank = [=](int w) { return w == nobody ? nobody : absolute_rank(w, root, p); };

  // One block is being combined; the block before goes up meanwhile, at the latest when the first vector comes for
  // this one.
  const block_scratch sums[] = {{self, in, pieces, v != 0}, {self, in, pieces, v != 0}};
  const block_scratch more(self, in, pieces);
  const bool in_place = v == 0 && same_elements(in, out);
  int now = 0, combined = -1;  // the block in sums[now]
  for (int t = two_tree::rounds(p, pieces); t > 0; --t) {
    const two_tree::round_of r = trees.in_round(t, pieces);
    if (r.in < 0 && r.out < 0) continue;
    // What comes in in the broadcast goes out here.
    const_buffer leaving;
    if (r.in >= 0) {
      leaving = in.part(r.in, pieces);
      if (r.in == combined) leaving = sums[now].room(leaving);
    }
    buffer arriving, sum;
    bool first = false;
    const bool to_the_right = !op.commutative && r.to > v;  // of what is combined already
    if (r.out >= 0) {
      if (r.out != combined) {
        combined = r.out;
        now ^= 1;
        first = !in_place;
      }
      sum = v == 0 ? out.part(r.out, pieces) : sums[now].room(in.part(r.out, pieces));
      if (first && !op.commutative && !to_the_right) {
        self.copy(in.part(r.out, pieces), sum);
        first = false;
      }
      arriving = first ? sum : more.room(sum);
    }
    co_await self.sendrecv(leaving, rank(r.from), arriving, rank(r.to));
    if (r.out < 0) continue;
    if (first || !to_the_right) {
      self.reduce(op, first ? in.part(r.out, pieces) : const_buffer(arriving), sum);
    } else {
      self.reduce(op, sum, arriving);
      self.copy(arriving, sum);
    }
  }
}

double fill(int p) { return two_tree::exist(p) ? two_tree::fill(p) : p - 1; }

}  // namespace

task reduce_two_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  return two_tree::exist(self.size()) ? along_two_trees(self, in, out, op, root, pieces)
                                      : reduce_chain(self, in, out, op, root, pieces);
}

extern const algorithm reduce_two_tree_entry{
    .of = collective::reduce,
    .name = "two_tree",
    .summary = "two mirrored binary trees, pipelined: a block every round",
    .source = "Sanders, Speck, Traeff 2009",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_two_tree(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price =
        [](const shape& s) {
          const double rounds = s.p > 1 ? fill(s.p) + s.pieces - 1 : 0;
          return cost{
              .rounds = rounds, .bytes = rounds * s.bytes / s.pieces, .reduced = rounds * s.bytes / s.pieces};
        },
    .stages = [](int p) { return pipeline{.fill = fill(p), .interval = 1}; },
};

}  // namespace tutti
