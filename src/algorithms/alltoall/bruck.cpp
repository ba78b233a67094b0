// Alltoall on the circulant graph with skips 1, 2, 4, ...: blocks travel combined, by the bits of their
// distance.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; Traeff, HPC lecture "Collectives",
// "The power of the circulant graph".
// Cost: ceil(log2 p) alpha + beta m/p times the 1-bits of 0, ..., p - 1 (log2 p/2 beta m for powers of
// two), and every block is copied twice and again in each round in which it travels. Any p.

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task alltoall_bruck(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = send[rank].bytes();
  if (n == 0) co_return;
  const auto blocks_of = [n](const scratch& of, int first, int many) {
    return of.slice(static_cast<std::size_t>(first) * n, static_cast<std::size_t>(many) * n);
  };

  // 1. Rotate: row j is the block that has to go j processes up.
  const scratch rows(self, n * static_cast<std::size_t>(p));
  pack(self, ring_run(send, rank, p), rows);

  // 2. In round k all rows j with bit k go 2^k processes up, in one message. They are in runs of 2^k, with as
  // many between:
  //      k = 1    j   0 1 [2 3] 4 5 [6 7] 8 9 [10 ...
  const scratch out(self, n * static_cast<std::size_t>(p / 2));
  const scratch received(self, n * static_cast<std::size_t>(p / 2));
  for (int bit = 1; bit < p; bit *= 2) {
    int many = 0;
    for (int j = bit; j < p; j += 2 * bit) {
      const int run = std::min(bit, p - j);
      self.copy(blocks_of(rows, j, run), blocks_of(out, many, run));
      many += run;
    }
    co_await self.sendrecv(blocks_of(out, 0, many), ring(rank, bit, p), blocks_of(received, 0, many),
                           ring(rank, -bit, p));
    many = 0;
    for (int j = bit; j < p; j += 2 * bit) {
      const int run = std::min(bit, p - j);
      self.copy(blocks_of(received, many, run), blocks_of(rows, j, run));
      many += run;
    }
  }

  // 3. Row j came j processes up: from rank - j.
  for (int j = 0; j < p; ++j) self.copy(blocks_of(rows, j, 1), recv[ring(rank, -j, p)]);
}

extern const algorithm alltoall_bruck_entry{
    .of = collective::alltoall,
    .name = "bruck",
    .summary = "circulant graph, combined messages, rotations before and after",
    .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_bruck(self, c.send, c.recv); },
    .price = [](const shape& s) { return price_by_digits(s, 2); },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
