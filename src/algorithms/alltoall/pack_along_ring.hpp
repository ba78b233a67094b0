#pragma once

#include "algorithms/shapes/ring_run.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// Copies the blocks for n processes, which `order` numbers first, first + 1, ... (mod size), to packed
/// memory of as many bytes. All blocks are equally long. By rank they are a run, so two copies are enough.
inline void pack_along_ring(process& self, const const_blocks& send, const numbering& order, int first, int n,
                            buffer packed) {
  if (order.is_by_rank()) return pack(self, ring_run(send, first, n), packed);
  for (int i = 0; i < n; ++i) {
    const const_buffer block = send[order.rank_of(ring(first, i, send.size()))];
    self.copy(block, packed.slice(static_cast<std::size_t>(i) * block.bytes(), block.bytes()));
  }
}

}  // namespace tutti
