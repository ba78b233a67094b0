// Reduction up two binary trees at once, each with every second block: the broadcast read backwards, so that
// a process receives from children and sends to parents. See shapes/two_tree.hpp.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: (M - 1 + fill(p)) (alpha + (beta + gamma) m / M), fill(p) <= 2 log2 p + 2. Any p, any root.
// Requires a commutative operator, since ranks count from the root. With root 0 rank order is kept, so that
// allreduce.two_tree, which reduces to 0, takes any operator: the trees are numbered in-order, so that below
// each process of a tree there are lower ranks on one side and higher ones on the other. For even p the last
// process is between the root and the trees: all ranks below it are lower, and all ranks below the root are
// higher. Fewer than five processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include <optional>

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/block_scratch.hpp"
#include "algorithms/shapes/partial_result.hpp"

namespace tutti {
namespace {

task along_two_trees(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int rank = self.rank();
  const two_tree trees(rank, self.size(), root);
  const auto own = [&](int b) { return in.part(b, pieces); };

  // The block being combined. The block before is sent up meanwhile, so the two alternate between two places.
  const block_scratch places[] = {{self, in, pieces, rank != root}, {self, in, pieces, rank != root}};
  const block_scratch more(self, in, pieces);
  std::optional<partial_result> sum;
  int combined = -1, turn = 0;
  const auto begin = [&](int b) {
    combined = b;
    turn ^= 1;
    const buffer place = rank == root ? out.part(b, pieces) : places[turn].room(own(b));
    // Backwards the sooner of two children is second.
    const int swaps = trees.at(b).later != nobody && trees.at(b).sooner > rank ? 1 : 0;
    sum.emplace(self, op, own(b), partial_result::two_places{place, more.room(own(b))}, swaps);
  };

  for (int t = two_tree::rounds(self.size(), pieces); t > 0; --t) {
    const two_tree::round_of r = trees.in_round(t, pieces);
    if (r.idle()) continue;
    const_buffer up;
    if (r.parent) up = r.parent.block == combined ? sum->value() : own(r.parent.block);
    if (r.child && r.child.block != combined) begin(r.child.block);
    const bool higher = r.child.rank > rank;
    const buffer arriving = r.child ? sum->room(higher) : buffer{};
    co_await self.sendrecv(up, r.parent.rank, arriving, r.child.rank);
    if (r.child) sum->take(higher);
  }
}

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
    .price = price_of_reducing_pipeline<two_tree::stages>,
    .stages = two_tree::stages,
};

}  // namespace tutti
