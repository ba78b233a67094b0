#include "tutti/memory.hpp"

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace tutti {
namespace {

// What a thread keeps in all, and the longest block that it keeps.
constexpr std::size_t most_kept = std::size_t{4} << 20, largest = std::size_t{2} << 20;

// Small blocks are of multiples of 16 bytes, so that a million coroutine frames are dense; the
// others of powers of two.
constexpr std::size_t grain = 16, largest_small = 1024;
constexpr int first_power = std::bit_width(largest_small);  // the first list of the others: 2^11 bytes
constexpr int powers = std::bit_width(largest - 1) - first_power + 1;

// The length of the block that serves a request for so many bytes. It does not depend on the thread: a block that one thread took
// without a pool may be given back to the pool of another thread, which knows no more of the block than what was asked for.
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

// A pointer and nothing more is thread-local: shared objects that are loaded while a program runs have little
// room for it. Plain data, so that reaching it costs no check whether it has been initialised.
constinit thread_local pool* mine = nullptr;

// Gives the lists back at the end of the thread. Touched only where a pool is made, which makes it exist.
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
  static constinit thread_local bool ended;  // what is given back now is not kept
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

// Blocks of one length.
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

// Whether there was room for it.
bool keep(pool& p, const shelf& in, void* block) {
  if (p.kept + in.size > most_kept) return false;
  in.list = new (block) free_block{in.list};
  p.kept += in.size;
  return true;
}

// Takes memory of any length, whether or not there is a pool.
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
