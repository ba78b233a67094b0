// Scatter along a linear array: the root sends the block that has the farthest to go first, all pass blocks
// on.
// Source: Traeff, HPC lecture "Collectives", "Linear-array scatter".
// Cost: (p - 1) alpha + (p - 1)/p beta m. Any p, any root. Only neighbours talk. The array
// goes through one node after the other.

#include <utility>

#include "algorithms/gather/gather.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

task scatter_linear_array(process& self, const_blocks send, buffer out, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  const int above = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  if (v == 0) {
    self.copy_meanwhile(send[root], out);
    for (int i = p - 1; i > 0 && !out.empty(); --i)
      co_await self.send(send[order.rank_of(absolute_rank(i, first, p))], above);
    co_return;
  }
  if (out.empty()) co_return;
  // The blocks of p - 1, p - 2, ..., v arrive in this order; each is passed up while the next one arrives.
  const int below = order.rank_of(absolute_rank(v - 1, first, p));
  const int passed_on = p - 1 - v;
  const scratch even(self, passed_on > 0 ? out.bytes() : 0), odd(self, passed_on > 1 ? out.bytes() : 0);
  if (passed_on == 0) {
    co_await self.recv(out, below);
    co_return;
  }
  buffer here = even, received = odd;
  co_await self.recv(here, below);
  for (int i = 1; i < passed_on; ++i) {
    co_await self.sendrecv(here, above, received, below);
    std::swap(here, received);
  }
  co_await self.sendrecv(here, above, out, below);
}

extern const algorithm scatter_linear_array_entry{
    .of = collective::scatter,
    .name = "linear_array",
    .summary = "linear array, the block that has the farthest to go first",
    .source = "folklore; Traeff, HPC lecture",
    .run = [](process& self,
              const call& c) { return scatter_linear_array(self, c.send, c.out, c.root, c.nodes); },
    .price = price_one_by_one,
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};

}  // namespace tutti
