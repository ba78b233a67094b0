// Gather along the optimal scatter tree of a LogGP machine, upwards: smaller parts first, the largest last.
// Source: Traeff, HPC lecture "Collectives", "Broadcast/scatter completion times in Log(G)P"; Alexandrov,
// Ionescu, Schauser, Scheiman, "LogGP: incorporating long messages into the LogP model", 1997.
// Cost on a LogGP machine: T(p) of shapes/loggp_tree.hpp, for p <= 1024. The price is that of the linear
// model: R alpha + (p - 1)/p beta m, R the number of the root's children. Any p, any root; always in rank
// order, so nothing is reordered. Each process finds its place in O(min(p, 1024)) steps.
// The machine is that of call::logp between nodes, for all pairs of processes.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/shapes/loggp_tree.hpp"

namespace tutti {

task gather_logp_tree(process& self, const_buffer in, blocks recv, int root, const loggp_levels& on) {
  if (in.empty()) co_return;
  const loggp_place at = loggp_place_of(self.rank(), self.size(), root, static_cast<double>(in.bytes()), on);
  if (at.children.empty() && at.parent != nobody) {
    co_await self.send(in, at.parent);
    co_return;
  }
  const bool is_root = at.parent == nobody;
  const scratch gathered(self, is_root ? 0 : in.bytes() * static_cast<std::size_t>(at.below.count));
  const auto place = [&](int first, int count) {
    return is_root ? recv.run(first, count)
                   : gathered.slice(in.bytes() * static_cast<std::size_t>(first - at.below.first),
                                    in.bytes() * static_cast<std::size_t>(count));
  };
  // All at once: whichever part is ready is received.
  const workspace<transfer> parts(at.children.size());
  std::ranges::transform(at.children, parts.rbegin(), [&](const loggp_place::part& child) {
    return transfer{const_buffer{}, nobody, place(child.first, child.count), child.root};
  });
  if (parts.empty()) {
    self.copy(in, place(root, 1));
  } else {
    self.copy_meanwhile(in, place(self.rank(), 1));
    co_await self.together(parts);
  }
  if (!is_root) co_await self.send(gathered, at.parent);
}

extern const algorithm gather_logp_tree_entry{
    .of = collective::gather,
    .name = "logp_tree",
    .summary = "the optimal tree for the machine's start-ups, overheads and gaps (LogGP), in rank order",
    .source = "Alexandrov et al. 1997; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = [](process& self,
              const call& c) { return gather_logp_tree(self, c.in, c.recv, c.root, given_or_usual(c.logp)); },
    .price = price_of_loggp_tree,
};

}  // namespace tutti
