#pragma once

#include "tutti/process.hpp"

namespace tutti::mpi {

/// Shorter memory a process keeps by itself when it has had it; longer has to be kept here, or is new in each call.
inline constexpr std::size_t least_kept = std::size_t{2} << 20;

// Memory for a copy: a process's own, or, if it is long, some that stays from call to call.
std::byte* take_memory(process& self, std::size_t bytes);
void give_memory(process& self, std::byte* memory, std::size_t bytes) noexcept;

}  // namespace tutti::mpi
