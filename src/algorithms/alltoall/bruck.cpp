// Alltoall on the circulant graph with skips 1, 2, 4, ...: blocks travel combined, by the bits of their
// distance.
// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997; Traeff, HPC lecture "Collectives",
// "The power of the circulant graph".
// Cost: ceil(log2 p) alpha + beta m/p times the 1-bits of 0, ..., p - 1 (log2 p/2 beta m for powers of
// two), and every block is copied twice and again in each round in which it travels. Any p.

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/ring_run.hpp"

namespace tutti {

task alltoall_bruck(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = send[rank].bytes();
  if (n == 0) co_return;
  const auto block = [n](const scratch& of, int i) { return of.slice(static_cast<std::size_t>(i) * n, n); };

  // 1. Rotate: row j is the block that has to go j processes up.
  const scratch rows(self, n * static_cast<std::size_t>(p));
  pack(self, ring_run(send, rank, p), rows);

  // 2. In round k all rows j with bit k go 2^k processes up, in one message.
  const scratch out(self, n * static_cast<std::size_t>(p / 2));
  const scratch come(self, n * static_cast<std::size_t>(p / 2));
  for (int bit = 1; bit < p; bit *= 2) {
    int many = 0;
    for (int j = bit; j < p; j = (j + 1) | bit) self.copy(block(rows, j), block(out, many++));
    const std::size_t bytes = static_cast<std::size_t>(many) * n;
    co_await self.sendrecv(out.slice(0, bytes), ring(rank, bit, p), come.slice(0, bytes),
                           ring(rank, -bit, p));
    many = 0;
    for (int j = bit; j < p; j = (j + 1) | bit) self.copy(block(come, many++), block(rows, j));
  }

  // 3. Row j came j processes up: from rank - j.
  for (int j = 0; j < p; ++j) self.copy(block(rows, j), recv[ring(rank, -j, p)]);
}

const algorithm alltoall_bruck_entry{
    .of = collective::alltoall,
    .name = "bruck",
    .summary = "circulant graph, combined messages, rotations before and after",
    .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_bruck(self, c.send, c.recv); },
    .price = [](const shape& s) { return price_by_digits(s, 2); },
    .on_network = traffic::by_node,
};

}  // namespace tutti
