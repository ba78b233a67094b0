// Broadcast of M pieces, the "k items" of the LogP model, one after the other down one tree. The tree is the
// best one of a LogGP machine for M pieces: the more pieces, the fewer children.
// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing
// systems", 1994, for trees of equally many children; Traeff, HPC lecture "Collectives", "In LogP model
// (k-item broadcast)", which names Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the
// LogP model", 1993. In their schedules, which take little more than M - 1 gaps and the best broadcast of one
// item, the pieces go down different trees: a process sends a piece in each gap while others are in transit
// to it. No order of a process's sends and receives does that if senders may have to wait for receivers, as
// here.
// Cost on a LogGP machine with gap >= 2 o: T(p) + (M - 1) d gap, with the d <= 8 for which that is least.
// T(p) is the time of the best tree with at most d children, gap = max(g, o) + (m / M - 1) G, and delivery =
// 2 o + L + (m / M - 1) G, whose ratio is rounded to one of small numbers (shapes/narrow_postal_tree.hpp).
// One piece goes down the tree of bcast.logp_tree. No algorithm takes less than M - 1 gaps and that tree's
// time. The price is that of the linear model, in which a sender is occupied as long as its receiver: R + (M
// - 1) d rounds of alpha + beta m / M, R for the first piece.
// Any p, any root. The machine is that of call::logp between nodes, for all pairs of processes.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/narrow_postal_tree.hpp"

namespace tutti {
namespace {

narrow_postal_tree best_tree(const loggp_levels& on, double bytes, int pieces, int p) noexcept {
  const postal_times of = narrow_postal_tree::times_of(on, bytes / pieces);
  return {p, of, best_children(p, of, pieces)};
}

}  // namespace

task bcast_logp_pipeline(process& self, buffer data, int root, int pieces, const loggp_levels& on) {
  const int p = self.size();
  workspace<int> child(narrow_postal_tree::most_children);
  std::size_t n = 0;
  int parent = nobody;
  {
    const narrow_postal_tree tree = best_tree(on, static_cast<double>(data.bytes()), pieces, p);
    parent = tree.place(relative_rank(self.rank(), root, p),
                        [&](int v) { child[n++] = absolute_rank(v, root, p); });
    if (parent != nobody) parent = absolute_rank(parent, root, p);
  }
  if (parent != nobody) co_await self.recv(data.part(0, pieces), parent);
  for (int i = 0; i < pieces; ++i) {
    const bool last = i + 1 == pieces;
    const buffer piece = data.part(i, pieces), next = last ? buffer{} : data.part(i + 1, pieces);
    for (std::size_t c = 0; c + 1 < n; ++c) co_await self.send(piece, child[c]);
    // To the last child while the next piece is received.
    co_await self.sendrecv(piece, n > 0 ? child[n - 1] : nobody, next, last ? nobody : parent);
  }
}

extern const algorithm bcast_logp_pipeline_entry{
    .of = collective::bcast,
    .name = "logp_pipeline",
    .summary = "the machine's best tree (LogGP) for the number of pieces, pipelined",
    .source = "Bar-Noy, Kipnis 1994",
    .needs = {.bytes = true},
    .run =
        [](process& self, const call& c) {
          const loggp_levels& on = given_or_usual(c.logp);
          return c.pieces == 1 ? bcast_logp_tree(self, c.out, c.root, on)
                               : bcast_logp_pipeline(self, c.out, c.root, c.pieces, on);
        },
    .price =
        [](const shape& s) {
          if (s.p == 1 || s.pieces == 1) return bcast_logp_tree_entry.price(s);
          const narrow_postal_tree tree = best_tree(given_or_usual(s.logp), s.bytes, s.pieces, s.p);
          const double rounds = tree.rounds() + 1.0 * (s.pieces - 1) * tree.children();
          return cost{.rounds = rounds, .bytes = rounds * s.bytes / s.pieces};
        },
    // For the choice of M alone, since the tree depends on M: those of a tree with two children.
    .stages = stages_of_shape<fibonacci_shape>,
};

}  // namespace tutti
