// Allreduce = Reduce + Broadcast, both on two trees, which use the ports of every process in every round in
// both phases.
// Source: Sanders, Speck, Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction and scan",
// Parallel Computing 35(12), 2009; Traeff, HPC lecture "Collectives".
// Cost: 2 (M - 1 + fill(p)) (alpha + beta m / M), fill(p) <= 2 log2 p + 2, and half as many blocks of m / M
// reduced. Any p; in rank order, which the reduction keeps to root 0; fewer than five processes are a chain.

#include "algorithms/shapes/two_tree.hpp"

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/bcast/bcast.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {

task allreduce_two_tree(process& self, const_buffer in, buffer out, operation op, int pieces) {
  co_await reduce_two_tree(self, in, out, op, 0, pieces);
  co_await bcast_two_tree(self, out, 0, pieces);
}

extern const algorithm allreduce_two_tree_entry{
    .of = collective::allreduce,
    .name = "two_tree",
    .summary = "reduce, then broadcast, on two mirrored binary trees, pipelined; in rank order",
    .source = "Sanders, Speck, Traeff 2009",
    .run = [](process& self, const call& c) { return allreduce_two_tree(self, c.in, c.out, c.op, c.pieces); },
    .price =
        [](const shape& s) {
          const cost one = price_of_pipeline<two_tree::stages>(s);
          return cost{.rounds = 2 * one.rounds, .bytes = 2 * one.bytes, .reduced = one.bytes};
        },
    .stages =
        [](int p) {
          const pipeline one = two_tree::stages(p);
          return pipeline{.fill = 2 * one.fill, .interval = p > 1 ? 2 * one.interval : 0};
        },
};

}  // namespace tutti
