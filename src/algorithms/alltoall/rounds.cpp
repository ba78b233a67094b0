// What direct alltoalls do in a round, also in place.

#include "algorithms/alltoall/rounds.hpp"

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"

namespace tutti {

// How much of a block comes in at once: it is copied to its place out of the cache.
static constexpr std::size_t part = std::size_t{256} << 10U;

// Both processes cut at the same bytes: elements with holes, whose sizes the other does not know, are packed.
task swap(process& self, buffer block, int partner) {
  const std::size_t bytes = block.bytes();
  const bool dense = block.type->dense;
  const scratch packed(self, dense ? 0 : bytes), come(self, std::min(bytes, part));
  const buffer all = dense ? buffer{block.data, bytes, byte_type} : packed.all();
  if (!dense) self.copy(block, all);
  for (std::size_t first = 0; first < bytes; first += part) {
    const buffer here = all.slice(first, std::min(bytes - first, part)), in = come.slice(0, here.count);
    co_await self.sendrecv(here, partner, in, partner);
    self.copy(in, here);
  }
  if (!dense) self.copy(all, block);
}

// Whether this process sends what is received in the same place. False if it has nothing to send.
static bool swaps_blocks(int rank, const_blocks send, const_blocks recv) {
  for (int i = 0; i < send.size(); ++i)
    if (i != rank && !send[i].empty()) return same_elements(send[i], recv[i]);
  return false;
}

task alltoall_straight(process& self, const_blocks send, blocks recv) {
  return swaps_blocks(self.rank(), send, recv) ? alltoall_one_factor(self, send, recv)
                                               : alltoall_batched(self, send, recv);
}

}  // namespace tutti
