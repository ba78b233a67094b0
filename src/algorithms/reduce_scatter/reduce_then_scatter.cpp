// Reduce-scatter = Reduce + Scatter, both along binomial trees with root 0.
// Source: Traeff, HPC lecture "Collectives".
// Cost: 2 ceil(log2 p) alpha + (ceil(log2 p) + (p - 1) / p) beta m for equal blocks, and ceil(log2 p) m
// reduced. With blocks of different lengths the scatter sends lengths first.
// Requires: the blocks side by side. Any p; in rank order.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {
namespace {

task reduce_then(process& self, const_blocks send, buffer out, operation op, scattering then) {
  const int p = self.size();
  const bool is_root = self.rank() == 0;
  const const_buffer vector = send.all();
  const scratch result(self, is_root ? vector.count : 0, *out.type);
  co_await reduce_binomial(self, vector, result, op, 0);
  // The blocks of the result have the layout of the vector's blocks.
  workspace<std::size_t> offsets(is_root ? static_cast<std::size_t>(p) + 1 : 0);
  const_blocks scattered;
  if (is_root) {
    for (int i = 0; i <= p; ++i) offsets[static_cast<std::size_t>(i)] = send.run(0, i).count;
    scattered = const_blocks::consecutive(result.all().data, offsets.data(), *out.type, p);
  }
  co_await then(self, scattered, out, 0);
}

}  // namespace

task reduce_scatter_reduce_then_scatter(process& self, const_blocks send, buffer out, operation op) {
  return reduce_then(self, send, out, op, scatterv_binomial);
}
task reduce_scatter_block_reduce_then_scatter(process& self, const_blocks send, buffer out, operation op) {
  return reduce_then(self, send, out, op, scatter_binomial);
}

extern const algorithm reduce_scatter_reduce_then_scatter_entry{
    .of = collective::reduce_scatter,
    .name = "reduce_then_scatter",
    .summary = "binomial reduce, then binomial scatter, lengths first; in rank order",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_reduce_then_scatter(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          // The scatter sends lengths in at most q - 1 rounds; one giant block may travel in all of its q
          // others.
          const double q = ceil_log2(s.p), lengths = q > 0 ? q - 1 : 0;
          return cost{.rounds = 2 * q + lengths,
                      .bytes = 2 * q * s.bytes + lengths * sizeof(std::size_t),
                      .reduced = q * s.bytes};
        },
    .traits = {.bound = true, .same_for_elements = true},
};

extern const algorithm reduce_scatter_block_reduce_then_scatter_entry{
    .of = collective::reduce_scatter_block,
    .name = "reduce_then_scatter",
    .summary = "binomial reduce, then binomial scatter; in rank order",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_block_reduce_then_scatter(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          const double q = ceil_log2(s.p);
          return cost{.rounds = s.bytes > 0 ? 2 * q : q,
                      .bytes = (q + (s.p - 1.0) / s.p) * s.bytes,
                      .reduced = q * s.bytes};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
