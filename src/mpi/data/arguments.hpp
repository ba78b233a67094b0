#pragma once

#include <algorithm>
#include <cstddef>

#include "mpi/library/abi.hpp"
#include "mpi/library/quirks.hpp"
#include "select/call_kind.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

// MPI arguments as buffers. Send buffers lose their const here, but are not written.
inline buffer elements(const void* data, std::size_t count, const datatype& type) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), count, type};
}
inline std::byte* address(const void* data) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(data));
}

/// False for negative counts, which the MPI library must reject.
inline bool valid(MPI_Count count) noexcept { return count >= 0; }
template <class Count>
bool valid(const Count* counts, int n) noexcept {
  return std::all_of(counts, counts + n, [](Count count) { return count >= 0; });
}

/// True if a buffer has elements but a null address. The MPI library then reports the error, or crashes as it
/// would without tutti. Datatypes of absolute addresses (MPI_BOTTOM) do not begin at 0.
inline bool has_null_address(const_buffer b) noexcept {
  return !b.data && !b.empty() && b.type->true_lb == 0;
}

/// The imbalance of counts that all processes know. Counts of zero-size elements are ignored, because they
/// may differ between processes.
template <class Count>
imbalance imbalance_of(const Count* counts, int n, const datatype& type) noexcept {
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < n && type.size > 0; ++i) {
    const auto count = static_cast<std::size_t>(counts[i]);
    longest = std::max(longest, count), all += count;
  }
  return unequal_by(longest, all, n);
}

/// True if a call must be rejected because it sends and receives the same elements without MPI_IN_PLACE.
/// MPICH rejects such calls. Open MPI accepts them, with the result that the program intends, and so does
/// tutti with Open MPI. An example is an MPI_Gather whose root sends its own block of the receive buffer.
inline bool refused_overlap(const_buffer send, const_buffer recv) noexcept {
  return quirks::refuses_overlap() && !send.empty() && same_elements(send, recv);
}

}  // namespace tutti::mpi
