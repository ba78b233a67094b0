#pragma once

#include <algorithm>
#include <cstddef>

#include "mpi/library/abi.hpp"
#include "select/call_kind.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

// Buffers and blocks of MPI arguments. What is only sent is not written, though its address loses its const here.
inline buffer elements(const void* data, std::size_t count, const datatype& type) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), count, type};
}
inline std::byte* address(const void* data) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(data));
}

/// What is negative is left to the MPI library to refuse.
inline bool valid(MPI_Count count) noexcept { return count >= 0; }
template <class Count>
bool valid(const Count* counts, int n) noexcept {
  return std::all_of(counts, counts + n, [](Count count) { return count >= 0; });
}

/// Whether there are elements but no memory that they could lie in: MPI names the error, or dies as it would have. Types of
/// absolute addresses (MPI_BOTTOM) do not begin at 0.
inline bool nowhere(const_buffer b) noexcept { return !b.data && !b.empty() && b.type->true_lb == 0; }

/// How unequal counts that all processes know are. Those of elements of no bytes need not be the same on all.
template <class Count>
imbalance imbalance_of(const Count* counts, int n, const datatype& type) noexcept {
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < n && type.size > 0; ++i) {
    const auto count = static_cast<std::size_t>(counts[i]);
    longest = std::max(longest, count), all += count;
  }
  return unequal_by(longest, all, n);
}

/// Whether what is sent and what is received are the same elements, not in place. MPICH refuses that; with Open MPI it
/// happens to do what a careless program means, and so it does here: MPI_Gather of the root's own block from where it lies.
inline bool refused_overlap(const_buffer send, const_buffer recv) noexcept {
#if defined(OPEN_MPI)
  (void)send, (void)recv;
  return false;
#else
  return !send.empty() && same_elements(send, recv);
#endif
}

}  // namespace tutti::mpi
