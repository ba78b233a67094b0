#pragma once

#include <cstdint>
#include <vector>

#include "mpi/gpu/gpu_runtime.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// Contiguous memory on the host or on a GPU: a buffer from its first byte to its last, including holes.
struct memory_piece {
  std::uintptr_t begin, end;
  const gpu_runtime* runtime;  ///< null: the host

  explicit memory_piece(const buffer& b);
  [[nodiscard]] void* user() const noexcept { return reinterpret_cast<void*>(begin); }
  [[nodiscard]] std::size_t bytes() const noexcept { return end - begin; }
  // False if the copy failed.
  [[nodiscard]] bool read(void* to) const;
  [[nodiscard]] bool write(const void* from) const;
};

/// Merges overlapping pieces, so that each byte is copied once: blocks may interleave, and send blocks may
/// overlap.
void merge(std::vector<memory_piece>& pieces);

}  // namespace tutti::mpi
