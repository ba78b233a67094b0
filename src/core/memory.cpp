#include "tutti/memory.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <new>

namespace tutti {
namespace {

// What a thread keeps in all, and the longest block that it keeps.
constexpr std::size_t pool_kept = std::size_t{4} << 20, pool_largest = std::size_t{2} << 20;

// Classes are multiples of 16 bytes up to 1 KiB, so that a million coroutine frames are dense, then powers of two.
constexpr std::size_t grain = 16, largest_small = 1024;
constexpr int small_classes = static_cast<int>(largest_small / grain);  // 0 .. 63: 16, 32, ..., 1024 bytes
constexpr int first_power = std::bit_width(largest_small);              // class 64: 2^11 bytes
constexpr int classes = small_classes + std::bit_width(pool_largest - 1) - first_power + 1;

struct free_block {
  free_block* next;
};

struct pool {
  std::array<free_block*, classes> lists{};
  std::size_t kept = 0;  // bytes in all lists
};

// A pointer and nothing more is thread-local: shared objects that are loaded while a program runs have little room for it.
// Plain data, so that reaching it costs no check whether it has been initialised.
constinit thread_local pool* mine = nullptr;

// Gives the lists back at the end of the thread. Touched only where a pool is made, which makes it exist.
struct janitor {
  ~janitor() {
    pool* const p = mine;
    mine = nullptr;
    if (!p) return;
    for (free_block* list : p->lists)
      while (free_block* b = list) {
        list = b->next;
        ::operator delete(b);
      }
    delete p;
    ended = true;
  }
  static constinit thread_local bool ended;  // what is given back now is not kept
};
constinit thread_local bool janitor::ended = false;

int class_of(std::size_t bytes) {
  if (bytes <= largest_small) return static_cast<int>((bytes - 1) / grain);
  return small_classes + std::bit_width(bytes - 1) - first_power;
}

std::size_t size_of_class(int k) {
  const auto n = static_cast<std::size_t>(k);
  return k < small_classes ? (n + 1) * grain : std::size_t{1} << (k - small_classes + first_power);
}

[[gnu::noinline]] pool* make_pool() noexcept {
  if (janitor::ended) return nullptr;
  mine = new (std::nothrow) pool;
  if (mine) {
    thread_local janitor at_thread_end;
    [[maybe_unused]] const janitor& exists = at_thread_end;
  }
  return mine;
}

}  // namespace

void* pool_take(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  if (bytes > pool_largest) [[unlikely]]
    return ::operator new(bytes);
  const int k = class_of(bytes);
  if (pool* const p = mine) [[likely]] {
    free_block*& list = p->lists[static_cast<std::size_t>(k)];
    if (free_block* b = list) [[likely]] {
      list = b->next;
      p->kept -= size_of_class(k);
      return b;
    }
  }
  return ::operator new(size_of_class(k));
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  pool* const p = mine ? mine : make_pool();
  const int k = bytes <= pool_largest ? class_of(bytes) : 0;
  if (bytes > pool_largest || !p || p->kept + size_of_class(k) > pool_kept) [[unlikely]] {
    ::operator delete(block);
    return;
  }
  free_block*& list = p->lists[static_cast<std::size_t>(k)];
  auto* b = static_cast<free_block*>(block);
  b->next = list;
  list = b;
  p->kept += size_of_class(k);
}

}  // namespace tutti
