#pragma once

#include "tutti/process.hpp"

namespace tutti::mpi {

// Memory for a copy: a process's own, or, if it is long, some that stays from call to call.
std::byte* take_memory(process& self, std::size_t bytes);
void give_memory(process& self, std::byte* memory, std::size_t bytes) noexcept;

}  // namespace tutti::mpi
