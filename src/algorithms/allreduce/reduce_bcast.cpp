// Allreduce = Reduce + Broadcast, both along binomial trees.
// Source: Traeff, HPC lecture "Collectives"; Grama, Gupta, Karypis, Kumar, "Introduction to Parallel
// Computing", 2003, ch. 4.
// Cost: 2 ceil(log2 p) (alpha + beta m), and ceil(log2 p) m reduced. Any p; in rank order; the vector is
// never cut.

#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/bcast/bcast.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {

task allreduce_reduce_bcast(process& self, const_buffer in, buffer out, operation op) {
  co_await reduce_binomial(self, in, out, op, 0);
  co_await bcast_binomial(self, out, 0);
}

extern const algorithm allreduce_reduce_bcast_entry{
    .of = collective::allreduce,
    .name = "reduce_bcast",
    .summary = "binomial reduce, then binomial broadcast; in rank order",
    .source = "folklore; Traeff, HPC lecture; Grama et al.",
    .run = [](process& self, const call& c) { return allreduce_reduce_bcast(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const int q = ceil_log2(s.p);
          return cost{.rounds = 2.0 * q, .bytes = 2 * q * s.bytes, .reduced = q * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
