// Reduction by messages from each process to the root, one after the other, in rank order.
// Source: Traeff, HPC lecture "Collectives".
// Cost: (p - 1) (alpha + beta m + gamma m). Any p, any root, any operator, any layout; nothing is cut.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/partial_result.hpp"

namespace tutti {

task reduce_linear(process& self, const_buffer in, buffer out, operation op, int root) {
  const int p = self.size();
  if (self.rank() != root) {
    co_await self.send(in, root);
    co_return;
  }
  // From the root upwards, then from the root downwards.
  const int above = p - 1 - root, swaps = above > 0 ? above - 1 : 0;
  const scratch more(self, p > 1 ? in.count : 0, *in.type);
  partial_result result(self, op, in, {out, more.all()}, swaps);
  for (int k = 0; k < p - 1; ++k) {
    const bool higher = k < above;
    co_await self.recv(result.room(higher), higher ? root + 1 + k : p - 2 - k);
    result.take(higher);
  }
  self.copy(result.value(), out);  // nothing, unless the root is alone
}

extern const algorithm reduce_linear_entry{
    .of = collective::reduce,
    .name = "linear",
    .summary = "each sends to the root, in rank order",
    .source = "folklore",
    .run = [](process& self, const call& c) { return reduce_linear(self, c.in, c.out, c.op, c.root); },
    .price =
        [](const shape& s) {
          const double others = s.p - 1.0;
          return cost{.rounds = others, .bytes = others * s.bytes, .reduced = others * s.bytes};
        },
    .traits = {.on_network = traffic::direct, .same_for_elements = true},
};

}  // namespace tutti
