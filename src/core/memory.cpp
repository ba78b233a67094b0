#include "tutti/memory.hpp"

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace tutti {
namespace {

// The total size that a thread caches, and the longest block that it caches.
constexpr std::size_t most_kept = std::size_t{4} << 20, largest = std::size_t{2} << 20;

// Lengths of small blocks are multiples of 16 bytes, so that a million coroutine frames waste little; those
// of longer blocks are powers of two.
constexpr std::size_t grain = 16, largest_small = 1024;
constexpr int first_power = std::bit_width(largest_small);  // the first power-of-two list: 2^11 bytes
constexpr int powers = std::bit_width(largest - 1) - first_power + 1;

// The length of the block for a request of `bytes` bytes. It does not depend on the thread: a block that one
// thread allocated without a pool may be freed into the pool of another thread, which knows only the
// requested size.
constexpr std::size_t length_of(std::size_t bytes) noexcept {
  if (bytes <= largest_small) return (bytes + grain - 1) / grain * grain;
  return bytes <= largest ? std::bit_ceil(bytes) : bytes;
}

struct free_block {
  free_block* next;
};

struct pool {
  std::array<free_block*, largest_small / grain> small{};
  std::array<free_block*, powers> others{};
  std::size_t kept = 0;  // bytes in all lists
};

// Only a pointer is thread-local, because shared objects loaded at run time have little thread-local memory.
// It is constant-initialised, so that an access needs no check for initialisation.
constinit thread_local pool* mine = nullptr;

// Frees the lists at the end of the thread. It is constructed only when a pool is made.
struct janitor {
  ~janitor() {
    pool* const p = mine;
    mine = nullptr;
    if (!p) return;
    const auto free_all = [](free_block* first) {
      while (first) ::operator delete(std::exchange(first, first->next));
    };
    for (free_block* list : p->small) free_all(list);
    for (free_block* list : p->others) free_all(list);
    delete p;
    ended = true;
  }
  static constinit thread_local bool ended;  // blocks freed from now on are not cached
};
constinit thread_local bool janitor::ended = false;

[[gnu::noinline]] pool* make_pool() noexcept {
  if (janitor::ended) return nullptr;
  mine = new (std::nothrow) pool;
  if (mine) {
    thread_local janitor at_thread_end;
    [[maybe_unused]] const janitor& exists = at_thread_end;
  }
  return mine;
}

// The list of cached blocks of one length.
struct shelf {
  free_block*& list;
  std::size_t size;
};
shelf small_shelf(pool& p, std::size_t bytes) { return {p.small[(bytes - 1) / grain], length_of(bytes)}; }
shelf shelf_for(pool& p, std::size_t bytes) {
  if (bytes <= largest_small) return small_shelf(p, bytes);
  return {p.others[static_cast<std::size_t>(std::bit_width(bytes - 1) - first_power)], length_of(bytes)};
}

void* taken(pool& p, const shelf& of) {
  free_block* const first = of.list;
  if (!first) return ::operator new(of.size);
  of.list = first->next;
  p.kept -= of.size;
  return first;
}

// Caches a block. Returns false if the cache is full.
bool keep(pool& p, const shelf& in, void* block) {
  if (p.kept + in.size > most_kept) return false;
  in.list = new (block) free_block{in.list};
  p.kept += in.size;
  return true;
}

// Allocates memory of any length, with or without a pool.
[[gnu::noinline]] void* take_any(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  pool* const p = mine ? mine : make_pool();
  if (!p || bytes > largest) return ::operator new(length_of(bytes));
  return taken(*p, shelf_for(*p, bytes));
}
[[gnu::noinline]] void give_any(void* block, std::size_t bytes) noexcept {
  if (bytes == 0) bytes = 1;
  pool* const p = mine ? mine : make_pool();
  if (!p || bytes > largest || !keep(*p, shelf_for(*p, bytes), block)) ::operator delete(block);
}

}  // namespace

void* pool_take(std::size_t bytes) {
  if (pool* const p = mine; p && bytes - 1 < largest_small) [[likely]]
    return taken(*p, small_shelf(*p, bytes));
  return take_any(bytes);
}

void pool_give(void* block, std::size_t bytes) noexcept {
  if (pool* const p = mine; p && bytes - 1 < largest_small) [[likely]] {
    if (!keep(*p, small_shelf(*p, bytes), block)) ::operator delete(block);
    return;
  }
  give_any(block, bytes);
}

}  // namespace tutti
