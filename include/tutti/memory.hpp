#pragma once

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

#include "tutti/cxx20.hpp"

namespace tutti {

/// A memory pool whose allocation and release take nanoseconds: each thread caches freed blocks in size
/// classes. Coroutine frames, scratch buffers and small tables of algorithms use it, so that a collective
/// allocates nothing in the steady state. Blocks are aligned for any type. A block that another thread frees
/// stays in that thread's cache. A thread caches at most a few MiB in total; long blocks return to the system
/// at once. While a thread's thread-local objects are destroyed, it may still allocate and free, but caches
/// nothing.
void* pool_take(std::size_t bytes);
void pool_give(void* block, std::size_t bytes) noexcept;

/// An uninitialised table of `n` values for the bookkeeping of an algorithm (offsets, schedules).
template <class T>
requires std::is_trivially_destructible_v<T>
class workspace : public std::span<T> {
 public:
  explicit workspace(std::size_t n) : std::span<T>(static_cast<T*>(pool_take(n * sizeof(T))), n) {
    for (T& value : *this) ::new (static_cast<void*>(&value)) T;
  }
  /// The table keeps its address.
  workspace(workspace&& other) noexcept : std::span<T>(other) { static_cast<std::span<T>&>(other) = {}; }
  workspace& operator=(workspace&&) = delete;
  ~workspace() {
    if (this->data()) pool_give(this->data(), this->size() * sizeof(T));
  }
};

}  // namespace tutti
