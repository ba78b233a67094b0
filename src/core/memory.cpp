#include "tutti/memory.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <new>

namespace tutti {
namespace {

// Classes are powers of two from 64 bytes. A thread keeps at most `kept_bytes` of each class.
constexpr int smallest_class = 6;
constexpr int classes = std::bit_width(pool_largest);
constexpr std::size_t kept_bytes = std::size_t{1} << 27;

struct free_block {
  free_block* next;
};

struct free_list {
  free_block* first = nullptr;
  std::uint32_t length = 0;
};

// Plain data, so that reaching it costs no check whether it has been initialised.
constinit thread_local std::array<free_list, classes> lists{};
constinit thread_local bool closed = false;

// Gives the lists back at the end of the thread. Touched only where memory is fetched, which makes it exist.
struct janitor {
  ~janitor() {
    closed = true;
    for (auto& list : lists)
      while (free_block* b = list.first) {
        list.first = b->next;
        ::operator delete(b);
      }
  }
};
thread_local janitor at_thread_end;

int class_of(std::size_t bytes) {
  const int width = std::bit_width(bytes - 1);
  return width < smallest_class ? smallest_class : width;
}

[[gnu::noinline]] void* fetch(std::size_t bytes) {
  [[maybe_unused]] const janitor& exists = at_thread_end;
  return ::operator new(bytes);
}

}  // namespace

void* pool_take(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  if (bytes > pool_largest) [[unlikely]]
    return ::operator new(bytes);
  const int k = class_of(bytes);
  free_list& list = lists[static_cast<std::size_t>(k)];
  if (free_block* b = list.first) [[likely]] {
    list.first = b->next;
    --list.length;
    return b;
  }
  return fetch(std::size_t{1} << k);
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  const bool pooled = bytes <= pool_largest && !closed;
  const int k = pooled ? class_of(bytes) : 0;
  free_list& list = lists[static_cast<std::size_t>(k)];
  if (!pooled || (static_cast<std::size_t>(list.length) << k) >= kept_bytes) [[unlikely]] {
    ::operator delete(block);
    return;
  }
  auto* b = static_cast<free_block*>(block);
  b->next = list.first;
  list.first = b;
  ++list.length;
}

}  // namespace tutti
