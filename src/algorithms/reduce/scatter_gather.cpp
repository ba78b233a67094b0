// Reduction = Reduce-scatter + Gather, both in ceil(log2 p) rounds: the vector as p parts, each reduced
// on one process by halving on a circulant graph, then gathered along a binomial tree.
// Source: van de Geijn, 1994, with the reduce-scatter of Traeff et al., 2023; Traeff, HPC lecture
// "Collectives".
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m + (p - 1) / p gamma m. Any p, any root. Requires a
// commutative operator.

#include "algorithms/gather/tree.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {
namespace {

// The vector as p parts in the order v, v + 1, ..., p - 1, 0, ..., v - 1, so that the parts that travel
// together lie side by side.
class rotated {
 public:
  rotated(buffer memory, int v, int p) noexcept
      : memory_(memory), v_(v), p_(p), before_(memory.parts_from(0, v, p).count) {}
  /// n parts from the i-th in this order.
  [[nodiscard]] buffer parts(int i, int n) const noexcept {
    const std::size_t from = offset(i);
    return memory_.slice(from, offset(i + n) - from);
  }

 private:
  [[nodiscard]] std::size_t offset(int i) const noexcept {
    const auto start = [this](int part) { return memory_.parts_from(0, part, p_).count; };
    return i <= p_ - v_ ? start(v_ + i) - before_ : memory_.count - before_ + start(v_ + i - p_);
  }
  buffer memory_;
  int v_, p_;
  std::size_t before_;  // elements of parts 0 .. v - 1
};

}  // namespace

task reduce_scatter_gather(process& self, const_buffer in, buffer out, operation op, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  const scratch memory(self, v == 0 ? 0 : in.count, *in.type);
  const rotated mine(v == 0 ? out : memory.all(), v, p);
  self.copy(in.parts_from(v, p - v, p), mine.parts(0, p - v));
  self.copy(in.parts_from(0, v, p), mine.parts(p - v, v));

  // Process v keeps parts 0, ..., skip[k] - 1 of its order. The others, from skip[k] on, are the first parts
  // of process v + skip[k]; the same number arrives from v - skip[k].
  const halving_skips skips(p);
  const scratch more(self, mine.parts(0, p / 2).count, *in.type);  // skip[k + 1] - skip[k] <= p / 2
  for (int k = skips.rounds(); k-- > 0;) {
    const int n = skips[k + 1] - skips[k];
    const buffer kept = mine.parts(0, n), arriving = more.slice(0, kept.count);
    co_await self.sendrecv(mine.parts(skips[k], n), absolute_rank(ring(v, skips[k], p), root, p), arriving,
                           absolute_rank(ring(v, -skips[k], p), root, p));
    self.reduce(op, arriving, kept);
  }

  // Now v has part v, and gathers parts v, ..., end - 1: the scatter of a broadcast by parts read backwards.
  gather_place at = halving_tree(v, p, 0);
  for (const auto& upper : at.subtrees())
    co_await self.recv(mine.parts(upper.first - v, upper.count), absolute_rank(upper.first, root, p));
  if (at.parent != nobody)
    co_await self.send(mine.parts(0, at.processes()), absolute_rank(at.parent, root, p));
}

extern const algorithm reduce_scatter_gather_entry{
    .of = collective::reduce,
    .name = "scatter_gather",
    .summary = "reduce-scatter on a circulant graph, then gather, both in log p rounds",
    .source = "van de Geijn 1994; Traeff et al. 2023",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_gather(self, c.in, c.out, c.op, c.root); },
    .price =
        [](const shape& s) {
          const double others = s.bytes - s.bytes / s.p;
          return cost{.rounds = 2.0 * ceil_log2(s.p), .bytes = 2 * others, .reduced = others};
        },
};

}  // namespace tutti
