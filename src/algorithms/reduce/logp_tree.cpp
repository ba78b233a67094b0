// Reduction along the optimal broadcast tree of a LogP machine, upwards and in rank order.
// Source: Karp, Sahay, Santos, Schauser, "Optimal broadcast and summation in the LogP model", 1993: a
// broadcast backwards, which is optimal for vectors of which each process has one; that of bcast.logp_tree.
// Cost on a LogGP machine: as bcast.logp_tree's, and combining. The tree ignores combining: it is optimal if
// that takes no time. The price is that of the linear model: R (alpha + beta m + gamma m), R the number of
// the root's children. Any p, any root, any operator, any layout; nothing is cut. As in reduce.binomial the
// range of ranks is split: a child's part, never more than half, is taken from the end at which the root is
// not, so that every partial result is that of consecutive ranks, whatever the root.

#include "algorithms/reduce/reduce.hpp"
#include "algorithms/reduce/reduce_from.hpp"
#include "algorithms/shapes/postal_tree.hpp"

namespace tutti {
namespace {

/// Ranks from `first` on that are reduced to one of them.
struct ranks_of_part {
  postal_tree::part part;
  int first = 0, root = 0;
  [[nodiscard]] bool has(int rank) const noexcept { return first <= rank && rank < first + part.n; }
};

ranks_of_part child_of(const postal_tree& tree, const ranks_of_part& of) noexcept {
  const postal_tree::part part = tree.of_child(of.part);
  const int above = of.first + of.part.n - part.n;
  if (of.root < above) return {part, above, above};
  return {part, of.first, of.first + part.n - 1};
}

ranks_of_part rest_of(const postal_tree& tree, const ranks_of_part& of, const ranks_of_part& child) noexcept {
  return {tree.of_rest(of.part), child.first == of.first ? of.first + child.part.n : of.first, of.root};
}

/// Parent and children of a process, the one with the largest part first.
class place {
 public:
  place(int rank, int root, const postal_tree& tree) : child_(static_cast<std::size_t>(tree.rounds())) {
    for (ranks_of_part here{tree.all(), 0, root}; here.part.n > 1;) {
      const ranks_of_part next = child_of(tree, here);
      if (rank == here.root) child_[n_++] = next.root;
      if (rank == next.root) parent = here.root;
      here = next.has(rank) ? next : rest_of(tree, here, next);
    }
  }
  int parent = nobody;
  [[nodiscard]] std::span<const int> children() const noexcept { return child_.first(n_); }

 private:
  workspace<int> child_;
  std::size_t n_ = 0;
};

}  // namespace

task reduce_logp_tree(process& self, const_buffer in, buffer out, operation op, int root,
                      const loggp_levels& on) {
  const int p = self.size();
  const postal_tree tree(p, postal_times_of(on, on.between, static_cast<double>(in.bytes()), p));
  return reduce_from(self, in, out, op, place(self.rank(), root, tree));
}

extern const algorithm reduce_logp_tree_entry{
    .of = collective::reduce,
    .name = "logp_tree",
    .summary = "the optimal tree for the machine's start-ups, overheads and gaps (LogGP), in rank order",
    .source = "Karp, Sahay, Santos, Schauser 1993",
    .run =
        [](process& self, const call& c) {
          return reduce_logp_tree(self, c.in, c.out, c.op, c.root, given_or_usual(c.logp));
        },
    .price =
        [](const shape& s) {
          const loggp_levels& on = given_or_usual(s.logp);
          const postal_tree tree(s.p, postal_times_of(on, on.between, s.bytes, s.p));
          const double rounds = tree.rounds(), behind = tree.behind();
          return cost{
              .rounds = rounds, .bytes = rounds * s.bytes, .reduced = rounds * s.bytes, .behind = behind};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
