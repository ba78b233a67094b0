// Alltoall on the circulant graph without copies: no packing, no rotations. A block is sent from where it lies
// and received where it waits, by messages in several parts (on MPI: derived datatypes).
// Source: Traeff, Rougier, Hunold, "Implementing a classic: zero-copy all-to-all communication with MPI
// datatypes", ICS 2014; Traeff, HPC lecture "Collectives", "Example: Round k of Bruck all-to-all algorithm".
// Cost: ceil(log2 p) alpha + beta m/p times the 1-bits of 0, ..., p - 1, as with all of Bruck's. Any p, any
// layout, besides recv as much memory again.
//
// A block that has to go j processes up goes 2^k in round k for each bit k of j. Each process holds one block
// of each distance, so the one that comes in takes the place of the one that goes out; that both are under way
// at once needs two places: the block of distance j alternates between recv and a second memory, so that
// its last round ends in recv,
//
//     rounds of block j:   1st from send,   ...,   last but two -> recv,   last but one -> aside,   last -> recv
//
// which is to say: after round k it lies in recv if the bits of j above k have an even number of ones. On the way
// its place is that of the block that comes from j processes below.

#include <bit>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "tutti/bundle.hpp"

namespace tutti {

task alltoall_bruck_datatypes(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(send[rank], recv[rank]);
  const buffer own = recv[rank];
  if (own.empty() || p == 1) co_return;

  // Only blocks with two bits or more are ever put aside: 3, 5, 6, 7, ...
  const std::size_t n = own.count;
  const scratch memory(self, p > 3 ? n * static_cast<std::size_t>(p - 3) : 0, *own.type);
  const auto aside = [&](int j) { return memory.slice(static_cast<std::size_t>(p - 1 - j) * n, n); };

  const_bundle out(static_cast<std::size_t>(p / 2));
  bundle in(static_cast<std::size_t>(p / 2));
  for (int bit = 1; bit < p; bit *= 2) {
    out.clear();
    in.clear();
    // By falling distance, in which places rise: what lies side by side becomes one part.
    for (int j = p - 1; j >= bit; --j) {
      if ((j & bit) == 0) continue;
      const bool first = (j & (bit - 1)) == 0,
                 ends_aside = std::popcount(static_cast<unsigned>(j / (2 * bit))) % 2 != 0;
      const buffer place = recv[ring(rank, -j, p)];
      if (first)
        out.add(send[ring(rank, j, p)]);
      else
        out.add(ends_aside ? place : aside(j));
      in.add(ends_aside ? aside(j) : place);
    }
    co_await self.sendrecv(out, ring(rank, bit, p), in, ring(rank, -bit, p));
  }
}

extern const algorithm alltoall_bruck_datatypes_entry{
    .of = collective::alltoall,
    .name = "bruck_datatypes",
    .summary = "circulant graph, blocks travel in parts: no packing, no rotations",
    .source = "Traeff, Rougier, Hunold 2014",
    .run = [](process& self, const call& c) { return alltoall_bruck_datatypes(self, c.send, c.recv); },
    .price = [](const shape& s) { return price_by_digits(s, 2); },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
