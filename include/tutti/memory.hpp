#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "tutti/cxx20.hpp"

namespace tutti {

/// Memory that is taken and given back in nanoseconds: each thread keeps what it was given, in classes of
/// sizes. Coroutine frames, the algorithms' scratch buffers and their small tables come from here, so that a
/// collective allocates nothing in the steady state. Aligned for any type. What is given on another thread
/// stays with that one. A thread keeps some MiB in total; long blocks go straight back to the system. A thread that is
/// ending, whose thread-local objects are being destroyed, may still take and give, and keeps nothing.
void* pool_take(std::size_t bytes);
void pool_give(void* block, std::size_t bytes) noexcept;

/// A table of `n` values, not initialised, that an algorithm needs for its own bookkeeping (offsets,
/// schedules).
template <class T>
requires std::is_trivially_destructible_v<T>
class workspace : public std::span<T> {
 public:
  explicit workspace(std::size_t n) : std::span<T>(static_cast<T*>(pool_take(n * sizeof(T))), n) {
    std::uninitialized_default_construct_n(this->data(), n);
  }
  /// The table stays where it is.
  workspace(workspace&& other) noexcept : std::span<T>(other) { static_cast<std::span<T>&>(other) = {}; }
  workspace& operator=(workspace&&) = delete;
  ~workspace() {
    if (this->data()) pool_give(this->data(), this->size() * sizeof(T));
  }
};

}  // namespace tutti
