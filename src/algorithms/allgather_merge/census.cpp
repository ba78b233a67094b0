// Allgather merge on a circulant graph for any number of processes, in the fewest rounds possible: the
// allreduce by census, with merging as its operator. Each process keeps the sorted union of the blocks below
// it, with and without its own, and sends the union with which no element arrives twice.
// Source: Traeff, HPC lecture "Collectives", "Allgather pattern application"; the two partial
// results: Bar-Noy, Kipnis, Schieber, "An optimal algorithm for computing census functions in
// message-passing systems", 1993.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; about 4 m merged.
// Any p, any layout in which the bytes of an element are contiguous.

#include <utility>

#include "tutti/algorithm.hpp"
#include "tutti/algorithms/allgather_merge.hpp"

namespace tutti {

task allgather_merge(process& self, const_buffer in, buffer out, ordering by) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = out.count / static_cast<std::size_t>(p);
  if (n == 0) co_return;
  self.copy(in, out.slice(0, n));
  const scratch own(self, n, *out.type);  // with the layout of the blocks that it is merged with
  self.copy(in, own);

  // Before round k, with s = skip[k], `others` holds the merged blocks of the s - 1 processes below, and
  // `out` begins with these and this process's block, merged. After the round `others` must hold
  // skip[k + 1] - 1 blocks:
  //  skip[k + 1] = 2 s:      s more, from rank - s down, with which `out` of process rank - s begins;
  //  skip[k + 1] = 2 s - 1:  s - 1 more, from rank - s down, which are `others` of process rank - s + 1.
  const halving_skips skips(p);
  const auto blocks_of = [n](int many) { return n * static_cast<std::size_t>(many); };
  const scratch one(self, blocks_of(p - 1), *out.type), other(self, blocks_of(p - 1), *out.type),
      room(self, blocks_of(p / 2), *out.type);
  buffer others = one, more = other;
  for (int k = 0; k < skips.rounds(); ++k) {
    const int s = skips[k];
    const bool with_own = skips[k + 1] == 2 * s;
    const int distance = with_own ? s : s - 1;
    const const_buffer leaving = (with_own ? out : others).slice(0, blocks_of(distance));
    const buffer arriving = room.slice(0, blocks_of(distance));
    co_await self.sendrecv(leaving, ring(rank, distance, p), arriving, ring(rank, -distance, p));
    const const_buffer known = others.slice(0, blocks_of(s - 1));
    const buffer all = more.slice(0, known.count + arriving.count);
    self.merge(by, known, arriving, all);
    self.merge(by, own, all, out.slice(0, n + all.count));
    std::swap(others, more);
  }
}

extern const algorithm allgather_merge_census_entry{
    .of = collective::allgather_merge,
    .name = "census",
    .summary = "circulant graph, unions with and without the own block: ceil(log2 p) rounds for any p",
    .source = "Traeff, HPC lecture; Bar-Noy, Kipnis, Schieber 1993",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return allgather_merge(self, c.in, c.recv.all(), c.by); },
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          cost c{.rounds = 1.0 * ceil_log2(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
          const halving_skips skips(s.p);
          for (int k = 0; k < skips.rounds(); ++k) c.reduced += (2.0 * skips[k + 1] - 1) * s.bytes / s.p;
          return c;
        },
};

}  // namespace tutti
