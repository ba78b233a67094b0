#pragma once

#include "tutti/process.hpp"

namespace tutti::mpi {

/// The minimum size of memory that is cached here, in bytes. For such memory, process::take() would need new
/// pages in each call. It caches shorter memory itself.
inline constexpr std::size_t min_cached_bytes = std::size_t{2} << 20;

// Memory for a copy: from the process, or, if it is long, from a cache that all calls share.
std::byte* take_memory(process& self, std::size_t bytes);
void give_memory(process& self, std::byte* memory, std::size_t bytes) noexcept;

}  // namespace tutti::mpi
