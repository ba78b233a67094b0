// The rounds of direct alltoalls, also in place.

#include "algorithms/alltoall/rounds.hpp"

#include <algorithm>

#include "algorithms/alltoall/alltoall.hpp"

namespace tutti {

// The part of a block that is received at once: it is still in the cache when it is copied to its place.
static constexpr std::size_t part = std::size_t{256} << 10U;

// Both processes cut at the same bytes. Elements with holes are packed: the partner does not know their
// sizes.
task swap(process& self, buffer block, int partner) {
  const std::size_t bytes = block.bytes();
  const bool dense = block.type->dense;
  const scratch packed(self, dense ? 0 : bytes), received(self, std::min(bytes, part));
  const buffer all = dense ? buffer{block.data, bytes, byte_type} : packed.all();
  if (!dense) self.copy(block, all);
  for (std::size_t first = 0; first < bytes; first += part) {
    const buffer here = all.slice(first, std::min(bytes - first, part)), in = received.slice(0, here.count);
    co_await self.sendrecv(here, partner, in, partner);
    self.copy(in, here);
  }
  if (!dense) self.copy(all, block);
}

// True if this process sends its blocks from the places in which it receives. False if it has nothing to
// send.
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
