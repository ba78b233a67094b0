#pragma once

#include <cassert>
#include <functional>
#include <span>
#include <type_traits>

#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// Not a collective of MPI: each process has a sorted block, and every process ends with all elements of all
/// blocks, sorted.
///
/// `in` has n elements sorted by `by`, with the same n on all processes. `out` has room for p n elements and
/// does not overlap `in`; equal elements arrive in no particular order. The bytes of an element are
/// contiguous. ceil(log2 p) rounds, (p - 1) n elements received, O(p n) comparisons. As with every task, the
/// memory passed must outlive it.
task allgather_merge(process& self, const_buffer in, buffer out, ordering by);

/// The same for elements of type T, which travel as bytes.
template <class T, class Less = std::less<>>
requires std::is_trivially_copyable_v<T> task allgather_merge(process& self, std::span<const T> in,
                                                              std::span<T> out, Less less = {}) {
  assert(out.size() == in.size() * static_cast<std::size_t>(self.size()));
  const datatype type{.size = sizeof(T), .extent = sizeof(T), .true_lb = 0, .true_extent = sizeof(T)};
  const ordering by{[](const std::byte* a, const std::byte* b, const void* with) {
                      return std::invoke(*static_cast<const Less*>(with), *reinterpret_cast<const T*>(a),
                                         *reinterpret_cast<const T*>(b));
                    },
                    &less};
  const const_buffer mine(reinterpret_cast<const std::byte*>(in.data()), in.size(), type);
  const buffer all(reinterpret_cast<std::byte*>(out.data()), out.size(), type);
  co_await allgather_merge(self, mine, all, by);
}

}  // namespace tutti
