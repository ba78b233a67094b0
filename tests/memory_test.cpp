#include "tutti/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>
#include <vector>

// All memory of this program is counted, with its length in front of it.
namespace {
std::atomic<std::size_t> outstanding{0};
constexpr std::size_t front = alignof(std::max_align_t);
thread_local int refusals = 0;  // the number of this thread's next allocations that fail

std::size_t length_of(const void* block) {
  return *reinterpret_cast<const std::size_t*>(static_cast<const std::byte*>(block) - front);
}
}  // namespace

void* operator new(std::size_t bytes) {
  if (refusals > 0) {
    --refusals;
    throw std::bad_alloc();
  }
  auto* const at = static_cast<std::byte*>(std::malloc(bytes + front));
  if (!at) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(at) = bytes;
  outstanding += bytes;
  return at + front;
}
void operator delete(void* block) noexcept {
  if (!block) return;
  outstanding -= length_of(block);
  std::free(static_cast<std::byte*>(block) - front);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

namespace {

using tutti::pool_give;
using tutti::pool_take;

constexpr std::size_t mega = std::size_t{1} << 20;

// Takes `of_each` blocks of each of these lengths, and gives them all back.
void use(const std::vector<std::size_t>& lengths, int of_each) {
  std::vector<std::pair<void*, std::size_t>> taken;
  for (const std::size_t bytes : lengths)
    for (int i = 0; i < of_each; ++i) taken.emplace_back(pool_take(bytes), bytes);
  for (const auto& [block, bytes] : taken) pool_give(block, bytes);
}

TEST(pool, keeps_some_megabytes_in_all_whatever_was_given_back) {
  const std::size_t before = outstanding;
  use({32 * mega, 33 * mega, 100 * mega}, 2);
  EXPECT_LE(outstanding - before, mega) << "long blocks are kept";
  std::vector<std::size_t> all;
  for (std::size_t bytes = 16; bytes <= 4 * mega; bytes *= 2) all.push_back(bytes), all.push_back(bytes - 3);
  use(all, 20);
  EXPECT_LE(outstanding - before, 5 * mega);
}

TEST(pool, allocates_nothing_in_the_steady_state) {
  const std::vector<std::size_t> lengths{1, 16, 100, 1000, 5000, 100000};
  use(lengths, 3);
  const std::size_t before = outstanding;
  for (int i = 0; i < 100; ++i) use(lengths, 3);
  EXPECT_EQ(outstanding, before);
  void* const first = pool_take(100);
  pool_give(first, 100);
  EXPECT_EQ(pool_take(100), first);
  pool_give(first, 100);
}

TEST(pool, gives_all_back_at_the_end_of_a_thread) {
  std::thread([] {}).join();
  const std::size_t before = outstanding;
  std::thread([] { use({16, 1000, 100000}, 10); }).join();
  EXPECT_EQ(outstanding, before);
}

// Lengths about all borders between shelves.
std::vector<std::size_t> lengths_about_borders() {
  std::vector<std::size_t> all;
  for (std::size_t bytes = 1; bytes <= 1100; ++bytes) all.push_back(bytes);
  for (std::size_t border = 2048; border <= 4 * mega; border *= 2)
    for (const std::size_t bytes : {border / 2 + 1, border - 1, border, border + 1}) all.push_back(bytes);
  return all;
}

using block = std::pair<void*, std::size_t>;

// Takes a block of each length when its thread ends. That is after the thread's pool has been destroyed, if
// this object is older than the pool.
struct taker {
  std::vector<block>* into = nullptr;
  std::vector<std::size_t> lengths;
  ~taker() {
    for (const std::size_t bytes : lengths) into->emplace_back(pool_take(bytes), bytes);
  }
};

// Blocks that a thread takes after its pool has been destroyed, or when there is no memory for a pool.
std::vector<block> taken_without_a_pool(std::vector<std::size_t> lengths) {
  std::vector<block> all;
  all.reserve(2 * lengths.size());
  std::thread([&all, &lengths] {
    thread_local taker at_end;
    at_end.into = &all;
    at_end.lengths = lengths;
    pool_give(pool_take(1), 1);
  }).join();
  EXPECT_EQ(all.size(), lengths.size()) << "what is older than the pool is destroyed after it";
  for (const std::size_t bytes : lengths)
    std::thread([&all, bytes] {
      refusals = 1;
      all.emplace_back(pool_take(bytes), bytes);
    }).join();
  return all;
}

TEST(pool, blocks_taken_without_a_pool_are_as_long_as_any_that_another_thread_takes_for_them) {
  for (const auto& [given, bytes] : taken_without_a_pool(lengths_about_borders())) {
    void* const other = pool_take(bytes);
    EXPECT_EQ(length_of(given), length_of(other)) << bytes << " bytes";
    pool_give(other, bytes);
    pool_give(given, bytes);
  }
}

}  // namespace
