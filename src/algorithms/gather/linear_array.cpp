// Gather along a linear array: each process sends its own block towards the root, then passes on the blocks
// that arrive.
// Source: Traeff, HPC lecture "Collectives", "Linear-array scatter", reversed.
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any root. Only neighbours talk. The array
// goes through one node after the other.

#include <utility>

#include "algorithms/gather/gather.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task gather_linear_array(process& self, const_buffer in, blocks recv, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  const int above = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  if (v == 0) {  // the blocks of 1, 2, ..., p - 1 above the root arrive in this order
    self.copy_meanwhile(in, recv[root]);
    if (in.empty()) co_return;
    for (int i = 1; i < p; ++i) co_await self.recv(recv[order.rank_of(absolute_rank(i, first, p))], above);
    co_return;
  }
  if (in.empty()) co_return;
  // In each round a block goes down while the next one arrives from above; the last is that of process p - 1.
  const int below = order.rank_of(absolute_rank(v - 1, first, p));
  const int passed_on = p - 1 - v;
  const scratch even(self, passed_on > 0 ? in.bytes() : 0), odd(self, passed_on > 1 ? in.bytes() : 0);
  const_buffer out = in;
  buffer received = even, other = odd;
  for (int i = 0; i < passed_on; ++i) {
    co_await self.sendrecv(out, below, received, above);
    out = received;
    std::swap(received, other);
  }
  co_await self.send(out, below);
}

extern const algorithm gather_linear_array_entry{
    .of = collective::gather,
    .name = "linear_array",
    .summary = "linear array, blocks passed on one by one",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self,
              const call& c) { return gather_linear_array(self, c.in, c.recv, c.root, c.nodes); },
    .price = price_one_by_one,
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
