// Allgather along p binomial trees at once (PAT, parallel aggregated trees): Bruck's doubling with its
// dimensions reversed. The farthest partners are first, with one block, and the nearest last, with half of
// all blocks, so that few blocks go far if neighbouring ranks are near each other.
// Source: Loch, Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI Allgather
// algorithm", arXiv 2109.08751, 2021, whose blocks and partners are the same in every round; Jeaugey, "PAT:
// a new algorithm for all-gather and reduce-scatter operations at scale", arXiv 2506.20252, 2025; worked out
// here from its abstract. PAT bounds the size of buffers, which an allgather does not need here: blocks are
// sent and received in place.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m. Any p, any lengths, any layout.

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/shapes/aggregated_trees.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

task allgather_pat(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  const aggregated_trees trees(p);
  bundle out(trees.most_blocks()), received(trees.most_blocks());
  for (int k = trees.rounds(); k-- > 0;) {
    const int distance = 1 << k;
    out.clear();
    received.clear();
    for (int i = 0; i < trees.blocks_in(k); ++i) {
      const int offset = 2 * distance * i;  // of this process in the tree of the block that it sends
      out.add(recv[ring(rank, -offset, p)]);
      received.add(recv[ring(rank, -offset - distance, p)]);
    }
    co_await self.sendrecv(out, out.bytes() > 0 ? ring(rank, distance, p) : nobody, received,
                           received.bytes() > 0 ? ring(rank, -distance, p) : nobody);
  }
}

}  // namespace

constexpr algorithm pat_entry{
    .of = collective::allgather,
    .name = "pat",
    .summary = "p binomial trees at once, the farthest partners first: little goes far",
    .source = "Loch, Koslovski 2021 (Sparbit); Jeaugey 2025",
    .run = [](process& self, const call& c) { return allgather_pat(self, c.in, c.recv); },
    .price = [](const shape& s) { return s.bytes > 0 ? aggregated_trees(s.p).price(s) : cost{}; },
};
extern const algorithm allgather_pat_entry = pat_entry;
extern const algorithm allgatherv_pat_entry = for_any_lengths(pat_entry, pat_entry.price);

}  // namespace tutti
