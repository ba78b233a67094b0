// Reduce-scatter up p binomial trees at once (PAT, parallel aggregated trees): the allgather of that name
// backwards. The nearest partners come first, with half of all blocks, and the farthest last, with one, so
// that where neighbouring ranks are near each other little goes far.
// Source: Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale",
// arXiv 2506.20252, 2025; worked out here from its abstract. There trees are cut into groups to
// bound the buffers; here blocks are cut into M pieces, which bounds them as well and needs fewer
// rounds for long vectors.
// Cost: M ceil(log2 p) alpha + (p - 1)/p (beta + gamma) m for equal blocks. Any p, any lengths, any layout.
// Memory: 3/4 of the vector, divided by M; M is at least so large that this is at most 6 MiB.
// Requires: a commutative operator.

#include <cmath>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/aggregated_trees.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

// Bytes of the vector in one pass: a few messages of full bandwidth in each round, and so little that the
// memory beside the vector, 3/4 of this, is small.
constexpr double most_at_once = 8 * 1024 * 1024;

int passes(double bytes, int pieces) noexcept {
  const double least = std::ceil(bytes / most_at_once);
  return least > pieces ? static_cast<int>(least) : pieces;
}

// Reduces one piece of each block.
task up_the_trees(process& self, const_blocks send, buffer out, operation op, int piece, int pieces) {
  const int p = self.size(), rank = self.rank();
  const aggregated_trees trees(p);
  const auto own = [&](int offset) { return send[ring(rank, -offset, p)].part(piece, pieces); };

  // The sums of the blocks in whose trees this process is at an even offset. The sum of its own block is in
  // `out`.
  const workspace<std::size_t> begin(static_cast<std::size_t>(p / 2 + 1));
  std::size_t needed = 0, arriving = out.part(piece, pieces).count;
  for (int offset = 2; offset < p; offset += 2) {
    const std::size_t count = own(offset).count;
    begin[static_cast<std::size_t>(offset / 2)] = needed;
    needed += count;
    if (offset % 4 == 0) arriving += count;
  }
  const scratch sums(self, needed, *out.type), room(self, trees.rounds() > 1 ? arriving : 0, *out.type);
  const auto sum = [&](int offset) {
    if (offset == 0) return out.part(piece, pieces);
    return sums.slice(begin[static_cast<std::size_t>(offset / 2)], own(offset).count);
  };

  const_bundle leaving(trees.most_blocks());
  bundle coming(trees.most_blocks());
  for (int i = 0; i < trees.blocks_in(0); ++i) {
    leaving.add(own(2 * i + 1));
    coming.add(sum(2 * i));
  }
  co_await self.sendrecv(leaving, ring(rank, -1, p), coming, ring(rank, 1, p));
  for (int i = 0; i < trees.blocks_in(0); ++i) self.reduce(op, own(2 * i), sum(2 * i));
  if (p % 2 != 0) self.copy(own(p - 1), sum(p - 1));  // no process is above the last

  for (int k = 1; k < trees.rounds(); ++k) {
    const int distance = 1 << k;
    leaving.clear();
    std::size_t end = 0;
    for (int i = 0; i < trees.blocks_in(k); ++i) {
      leaving.add(sum(2 * distance * i + distance));
      end += own(2 * distance * i).count;
    }
    co_await self.sendrecv(leaving, ring(rank, -distance, p), room.slice(0, end), ring(rank, distance, p));
    std::size_t at = 0;
    for (int i = 0; i < trees.blocks_in(k); ++i) {
      const buffer here = sum(2 * distance * i);
      self.reduce(op, room.slice(at, here.count), here);
      at += here.count;
    }
  }
}

}  // namespace

task reduce_scatter_pat(process& self, const_blocks send, buffer out, operation op, int pieces) {
  const int p = self.size();
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  double bytes = 0;
  for (int i = 0; i < p; ++i) bytes += static_cast<double>(send[i].bytes());
  const int n = passes(bytes, pieces);
  for (int piece = 0; piece < n; ++piece) co_await up_the_trees(self, send, out, op, piece, n);
}

constexpr algorithm pat_entry{
    .of = collective::reduce_scatter,
    .name = "pat",
    .summary = "p binomial trees at once, the nearest partners first: little goes far",
    .source = "Jeaugey 2025",
    .needs = {.commutative = true},
    .run = [](process& self,
              const call& c) { return reduce_scatter_pat(self, c.send, c.out, c.op, c.pieces); },
    .price =
        [](const shape& s) {
          const cost c = aggregated_trees(s.p).price(s);
          return cost{.rounds = c.rounds * passes(s.bytes, s.pieces), .bytes = c.bytes, .reduced = c.bytes};
        },
    .stages = [](int p) { return pipeline{.fill = 1.0 * ceil_log2(p), .interval = 1.0 * ceil_log2(p)}; },
};
extern const algorithm reduce_scatter_pat_entry = pat_entry;
extern const algorithm reduce_scatter_block_pat_entry = as(pat_entry, collective::reduce_scatter_block);

}  // namespace tutti
