// Reduction along two chains that meet in the root, 0 -> ... -> root <- ... <- p - 1, in rank order,
// pipelined with M blocks.
// Source: Traeff, HPC lecture "Collectives", "The power of pipelining".
// Cost: at most (2 (M - 1) + p - 1) (alpha + (beta + gamma) m / M), since a root with two neighbours receives
// a block from each every second round; (p - 1 + M - 1) (...) if the root is the first or the last process.
// Any p, any root, any operator.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/up_tree.hpp"

namespace tutti {

task reduce_ordered_chain(process& self, const_buffer in, buffer out, operation op, int root, int pieces) {
  const int p = self.size(), rank = self.rank();
  tree_place at;
  if (rank != root) at.parent = rank < root ? rank + 1 : rank - 1;
  if (rank <= root && rank > 0) at.first = rank - 1;
  if (rank >= root && rank + 1 < p) at.second = rank + 1;
  return reduce_up_tree(self, in, out, op, at, pieces);
}

namespace {

pipeline stages_of_ordered_chain(int p) { return stages_of_binary_tree(p, p - 1); }

}  // namespace

extern const algorithm reduce_ordered_chain_entry{
    .of = collective::reduce,
    .name = "ordered_chain",
    .summary = "two chains that meet in the root, in rank order, pipelined",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self,
              const call& c) { return reduce_ordered_chain(self, c.in, c.out, c.op, c.root, c.pieces); },
    .price = price_of_reducing_pipeline<stages_of_ordered_chain>,
    .stages = stages_of_ordered_chain,
    // For the worst root: the chains are shorter, but meet, where the root is in the middle.
    .traits = {.on_network = traffic::neighbours,
               .bound = true,
               .worst_root = true,
               .same_for_elements = true},
};

}  // namespace tutti
