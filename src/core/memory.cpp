#include "tutti/memory.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <new>

namespace tutti {
namespace {

// Classes are multiples of 16 bytes up to 1 KiB, so that a million coroutine frames are dense, then powers of two. A
// thread keeps at most `kept_bytes` of each class.
constexpr std::size_t grain = 16, largest_small = 1024;
constexpr int small_classes = static_cast<int>(largest_small / grain);  // 0 .. 63: 16, 32, ..., 1024 bytes
constexpr int first_power = std::bit_width(largest_small);              // class 64: 2^11 bytes
constexpr int classes = small_classes + std::bit_width(pool_largest - 1) - first_power + 1;
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
  if (bytes <= largest_small) return static_cast<int>((bytes - 1) / grain);
  return small_classes + std::bit_width(bytes - 1) - first_power;
}

std::size_t size_of_class(int k) {
  const auto n = static_cast<std::size_t>(k);
  return k < small_classes ? (n + 1) * grain : std::size_t{1} << (k - small_classes + first_power);
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
  return fetch(size_of_class(k));
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  const bool pooled = bytes <= pool_largest && !closed;
  const int k = pooled ? class_of(bytes) : 0;
  free_list& list = lists[static_cast<std::size_t>(k)];
  if (!pooled || list.length * size_of_class(k) >= kept_bytes) [[unlikely]] {
    ::operator delete(block);
    return;
  }
  auto* b = static_cast<free_block*>(block);
  b->next = list.first;
  list.first = b;
  ++list.length;
}

}  // namespace tutti
