#include "mpi/gpu/memory_cache.hpp"

#include <algorithm>
#include <bit>
#include <list>
#include <mutex>
#include <new>

#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi {
namespace {

// A cache of memory for long copies. Without it, the page faults of new memory took ten times as long as the
// copies. Thread-safe.
class memory_cache {
 public:
  std::byte* take(std::size_t bytes) {
    const std::size_t size = std::bit_ceil(bytes);
    {
      const std::lock_guard lock(guard_);
      const auto fits = std::ranges::find(free_, size, &block::size);
      if (fits != free_.end()) {
        std::byte* const memory = fits->memory;
        free_.erase(fits);
        cached_bytes_ -= size;
        return memory;
      }
    }
    return static_cast<std::byte*>(::operator new(size));
  }
  void give(std::byte* memory, std::size_t bytes) noexcept {
    const std::size_t size = std::bit_ceil(bytes);
    if (size > max_cached_bytes) return ::operator delete(memory);
    const std::lock_guard lock(guard_);
    while (!free_.empty() && cached_bytes_ + size > max_cached_bytes) {  // frees the oldest blocks
      ::operator delete(free_.front().memory);
      cached_bytes_ -= free_.front().size;
      free_.pop_front();
    }
    try {
      free_.push_back({size, memory});
    } catch (const std::bad_alloc&) {
      return ::operator delete(memory);
    }
    cached_bytes_ += size;
  }

 private:
  static constexpr std::size_t max_cached_bytes = std::size_t{256} << 20;
  struct block {
    std::size_t size;
    std::byte* memory;
  };
  std::mutex guard_;
  std::list<block> free_;
  std::size_t cached_bytes_ = 0;
};

memory_cache& long_copies() {
  static never_destroyed<memory_cache> one;
  return *one;
}

}  // namespace

std::byte* take_memory(process& self, std::size_t bytes) {
  return bytes < min_cached_bytes ? self.take(bytes) : long_copies().take(bytes);
}
void give_memory(process& self, std::byte* memory, std::size_t bytes) noexcept {
  if (bytes < min_cached_bytes)
    self.give(memory, bytes);
  else
    long_copies().give(memory, bytes);
}

}  // namespace tutti::mpi
