// Scatter along the optimal tree of a LogGP machine, where a sender continues long before its message has
// arrived.
// Source: Traeff, HPC lecture "Collectives", "Broadcast/scatter completion times in Log(G)P"; Alexandrov,
// Ionescu, Schauser, Scheiman, "LogGP: incorporating long messages into the LogP model", 1997.
// Cost on a LogGP machine: T(p) of shapes/loggp_tree.hpp, for p <= 1024. The price is that of the linear
// model: R alpha + (p - 1)/p beta m, R the number of the root's children. Any p, any root; always in rank
// order, so nothing is reordered. Each process finds its place in O(min(p, 1024)) steps.
// The machine is that of call::logp between nodes, for all pairs of processes.

#include "algorithms/scatter/scatter.hpp"
#include "algorithms/shapes/loggp_tree.hpp"

namespace tutti {

task scatter_logp_tree(process& self, const_blocks send, buffer out, int root, const loggp_levels& on) {
  if (out.empty()) co_return;
  const loggp_place at = loggp_place_of(self.rank(), self.size(), root, static_cast<double>(out.bytes()), on);
  if (at.children.empty() && at.parent != nobody) {
    co_await self.recv(out, at.parent);
    co_return;
  }
  const bool is_root = at.parent == nobody;
  const scratch received(self, is_root ? 0 : out.bytes() * static_cast<std::size_t>(at.below.count));
  const auto place = [&](int first, int count) -> const_buffer {
    if (is_root) return send.run(first, count);
    return received.slice(out.bytes() * static_cast<std::size_t>(first - at.below.first),
                          out.bytes() * static_cast<std::size_t>(count));
  };
  if (!is_root) co_await self.recv(received, at.parent);
  at.children.empty() ? self.copy(place(root, 1), out) : self.copy_meanwhile(place(self.rank(), 1), out);
  for (const auto& child : at.children) {
    const const_buffer blocks_of_child = place(child.first, child.count);
    co_await self.send(blocks_of_child, child.root);
  }
}

extern const algorithm scatter_logp_tree_entry{
    .of = collective::scatter,
    .name = "logp_tree",
    .summary = "the optimal tree for the machine's start-ups, overheads and gaps (LogGP), in rank order",
    .source = "Alexandrov et al. 1997; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run =
        [](process& self, const call& c) {
          return scatter_logp_tree(self, c.send, c.out, c.root, given_or_usual(c.logp));
        },
    .price = price_of_loggp_tree,
};

}  // namespace tutti
