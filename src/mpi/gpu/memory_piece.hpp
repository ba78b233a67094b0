#pragma once

#include <cstdint>
#include <vector>

#include "mpi/gpu/gpu_runtime.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// Contiguous memory on the host or on a GPU: a buffer from its first byte to its last, including holes.
struct memory_piece {
  std::uintptr_t begin, end;
  const gpu_runtime* runtime;   ///< null: the host
  std::uintptr_t distance = 0;  ///< to the stand-in in host memory, modulo the address space

  explicit memory_piece(const buffer& b);
  [[nodiscard]] void* user() const noexcept { return reinterpret_cast<void*>(begin); }
  [[nodiscard]] void* stand_in() const noexcept { return reinterpret_cast<void*>(begin + distance); }
  [[nodiscard]] std::size_t bytes() const noexcept { return end - begin; }
  // Copy memory on a GPU to the stand-in, and back. False if the copy failed.
  [[nodiscard]] bool read() const { return runtime->read(stand_in(), user(), bytes()); }
  [[nodiscard]] bool write() const { return runtime->write(user(), stand_in(), bytes()); }
};

/// Sorts pieces of memory on GPUs, and merges pieces that overlap, or that touch within one allocation. So
/// each byte is copied once, and in few copies: blocks may interleave, and send blocks may overlap. No copy
/// spans two allocations.
void merge(std::vector<memory_piece>& pieces);

}  // namespace tutti::mpi
