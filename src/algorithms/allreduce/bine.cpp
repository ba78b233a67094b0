// Allreduce = Reduce-scatter + Allgather, both on the butterfly of Bine trees: as on a hypercube, with partners
// that are nearer.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
// worked out here from its abstract.
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m, and (p - 1) m / p reduced, for even p. For odd p the last
// process is folded onto the one before it: the terms of p - 1, 2 rounds of m bytes and one reduction of m more.
// Any p. Parts that go around the end of the vector are packed before they are reduced.
// Requires: a commutative operator.

#include <optional>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/bine_butterfly.hpp"

namespace tutti {

task allreduce_bine(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const bine_butterfly folding(p), all(folding.members());
  if (folding.folded(rank)) {
    co_await self.send(in, rank - 1);
    co_await self.recv(out, rank - 1);
    co_return;
  }
  const bool doubled = folding.doubled(rank);
  const scratch both(self, doubled ? in.count : 0, *in.type);
  const_buffer vector = in;
  if (doubled) {
    co_await self.recv(both, rank + 1);
    self.reduce(op, in, both);
    vector = both.all();
  }

  const int parts = all.members();
  workspace<std::size_t> offsets(static_cast<std::size_t>(parts) + 1);
  for (int i = 0; i <= parts; ++i) offsets[static_cast<std::size_t>(i)] = in.parts_from(0, i, parts).count;
  {
    const buffer own = out.part(rank, parts);
    std::optional<scratch> aside;  // in place the result would lie where the vector does
    const buffer result = same_elements(vector, out) ? aside.emplace(self, own).all() : own;
    co_await reduce_scatter_among(
        self, all, const_blocks::consecutive(vector.data, offsets.data(), *in.type, parts), result, op);
    self.copy(result, own);
  }
  co_await allgather_among(self, all, blocks::consecutive(out.data, offsets.data(), *out.type, parts));
  if (doubled) co_await self.send(out, rank + 1);
}

extern const algorithm allreduce_bine_entry{
    .of = collective::allreduce,
    .name = "bine",
    .summary = "reduce-scatter and allgather on the butterfly of Bine trees, with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.commutative = true},
    .run = [](process& self, const call& c) { return allreduce_bine(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const bine_butterfly all(s.p);
          const double once = (all.members() - 1) * s.bytes / all.members();
          const double folds = all.odd() ? 1 : 0;
          return cost{.rounds = 2 * (all.steps() + folds),
                      .bytes = 2 * (once + folds * s.bytes),
                      .reduced = once + folds * s.bytes};
        },
};

}  // namespace tutti
