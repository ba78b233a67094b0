#pragma once

#include <cstdint>
#include <vector>

#include "mpi/gpu/gpu_runtime.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// Memory without gaps, on the host or on a GPU: of a buffer, from its first byte to its last.
struct memory_piece {
  std::uintptr_t begin, end;
  const gpu_runtime* home;  ///< null: the host

  explicit memory_piece(const buffer& b);
  [[nodiscard]] void* user() const noexcept { return reinterpret_cast<void*>(begin); }
  [[nodiscard]] std::size_t bytes() const noexcept { return end - begin; }
  // False: it could not be copied.
  [[nodiscard]] bool read(void* to) const;
  [[nodiscard]] bool write(const void* from) const;
};

/// Blocks may interleave, and what is sent may be sent twice: each byte is copied once.
void merge(std::vector<memory_piece>& pieces);

}  // namespace tutti::mpi
