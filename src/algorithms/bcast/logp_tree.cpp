// Broadcast along the optimal tree of a LogP machine, where a sender continues long before its message has
// arrived.
// Source: Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", 1993; Traeff,
// HPC lecture "Collectives", "Broadcast/scatter completion times in Log(G)P".
// Cost on a LogGP machine: T(p), T(1) = 0, T(p) = min over i of max(gap + T(p - i), delivery + T(i)),
// with gap = max(g, o) + (m - 1) G and delivery = 2 o + L + (m - 1) G, whose ratio is rounded to one
// of small numbers (shapes/postal_tree.hpp). The price is that of the linear model, in which a sender
// is occupied as long as its receiver: the number of the root's children. Any p, any root, any
// layout; the data is never cut.
// The machine is that of call::logp between nodes, for all pairs of processes.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/postal_tree.hpp"

namespace tutti {

task bcast_logp_tree(process& self, buffer data, int root, const loggp_levels& on) {
  const int p = self.size();
  const postal_tree tree(p, postal_times_of(on, on.between, static_cast<double>(data.bytes()), p));
  const int v = relative_rank(self.rank(), root, p);
  const workspace<int> children(static_cast<std::size_t>(tree.rounds()));
  std::size_t n = 0;
  const int parent = tree.place(v, [&](int child) { children[n++] = child; });
  if (parent >= 0) co_await self.recv(data, absolute_rank(parent, root, p));
  for (const int child : children.first(n)) co_await self.send(data, absolute_rank(child, root, p));
}

extern const algorithm bcast_logp_tree_entry{
    .of = collective::bcast,
    .name = "logp_tree",
    .summary = "the optimal tree for the machine's start-ups, overheads and gaps (LogGP)",
    .source = "Karp, Sahay, Santos, Schauser 1993",
    .run = [](process& self,
              const call& c) { return bcast_logp_tree(self, c.out, c.root, given_or_usual(c.logp)); },
    .price =
        [](const shape& s) {
          const loggp_levels& on = given_or_usual(s.logp);
          const postal_tree tree(s.p, postal_times_of(on, on.between, s.bytes, s.p));
          const double rounds = tree.rounds(), behind = tree.behind();
          return cost{.rounds = rounds, .bytes = rounds * s.bytes, .behind = behind};
        },
};

}  // namespace tutti
