// Reduce-scatter on a circulant graph for any number of processes, in the fewest rounds and with the least
// volume possible. Each process counts blocks from its own on, so that 0 is its own. With the skips s[q] = p,
// s[k] = ceil(s[k+1] / 2), in round k = q-1, ..., 0 it keeps the partial sums of blocks 0, ..., s[k] - 1 and
// sends the others, s[k], ..., s[k+1] - 1, to the process s[k] after it, to which they are blocks 0, 1, ...
//
//   p = 5, skips 1 2 3 5:   [0 1 2|3 4]   two blocks to rank + 3
//                           [0 1|2]       one block to rank + 2
//                           [0|1]         one block to rank + 1
//
// Source: Traeff, Hunold, Vardas, Manes Funk, "Uniform algorithms for reduce-scatter and (most) other
// collectives for MPI", 2023; Traeff, HPC lecture.
// Cost: ceil(log2 p) alpha + (p - 1) / p (beta + gamma) m for equal blocks; before that about half the vector
// is packed.
// Requires: a commutative operator; the blocks side by side. Any p.

#include <algorithm>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task reduce_scatter_circulant(process& self, const_blocks send, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const auto from_own = [&](int i, int n) { return ring_run(send, ring(rank, i, p), n); };
  const auto elements = [&](int n) { return from_own(0, n).count(); };  // of blocks 0, ..., n - 1
  const halving_skips skip(p);
  const int q = skip.rounds(), kept = skip[q - 1], given = p - kept;

  // The first round sends from the vector itself, packed where it goes around its end.
  const ring_run first = from_own(kept, given);
  const std::size_t packed = first.in_one_piece() ? 0 : first.count();
  scratch sums(self, q > 1 ? elements(kept) : 0, *out.type);
  scratch room(self, std::max(packed, q > 1 ? elements(kept - skip[q - 2]) : 0), *out.type);
  const_buffer leaving = first.whole();
  if (!first.in_one_piece()) {
    pack(self, first, room.slice(0, packed));
    leaving = room.slice(0, packed);
  }
  const buffer arriving = q == 1 ? out : sums.slice(0, elements(given));
  co_await self.sendrecv(leaving, ring(rank, kept, p), arriving, ring(rank, -kept, p));
  reduce(self, op, from_own(0, given), arriving);
  // For odd p nothing was received for the last of the kept blocks.
  if (given < kept)
    self.copy(send[ring(rank, given, p)], sums.slice(arriving.count, elements(kept) - arriving.count));

  for (int k = q - 2; k >= 0; --k) {
    const std::size_t begin = elements(skip[k]), end = elements(skip[k + 1]);
    const buffer received = k == 0 ? out : room.slice(0, elements(skip[k + 1] - skip[k]));
    co_await self.sendrecv(sums.slice(begin, end - begin), ring(rank, skip[k], p), received,
                           ring(rank, -skip[k], p));
    const buffer sum = sums.slice(0, received.count);
    if (k == 0) {
      self.reduce(op, sum, out);
    } else {
      self.reduce(op, received, sum);
    }
  }
}

constexpr algorithm circulant_entry{
    .of = collective::reduce_scatter,
    .name = "circulant",
    .summary = "circulant graph: ceil(log2 p) rounds and the least volume for any p",
    .source = "Traeff, Hunold, Vardas, Manes Funk 2023",
    .needs = {.commutative = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return reduce_scatter_circulant(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          double bytes = 0;
          const halving_skips skip(s.p);
          for (int k = 0; k < skip.rounds(); ++k) bytes += s.in_blocks(skip[k + 1] - skip[k]);
          return cost{.rounds = 1.0 * ceil_log2(s.p), .bytes = bytes, .reduced = bytes};
        },
};
extern const algorithm reduce_scatter_circulant_entry = circulant_entry;
extern const algorithm reduce_scatter_block_circulant_entry =
    as(circulant_entry, collective::reduce_scatter_block);

}  // namespace tutti
