#include "mpi/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <random>

namespace tutti::mpi {
namespace {

constexpr std::size_t word_of(int n) noexcept { return static_cast<std::size_t>(n) / 64; }
constexpr std::uint64_t bit_of(int n) noexcept { return std::uint64_t{1} << (static_cast<unsigned>(n) % 64); }

// The first free number from `start` on, the lowest ones after the highest.
std::optional<int> free_from(int start, std::span<const std::uint64_t> used, int count) {
  for (int k = 0; k < count; ++k) {
    const int n = (start + k) % count;
    if ((used[word_of(n)] & bit_of(n)) == 0) return n;
  }
  return std::nullopt;
}

// What one process cannot know: whether another one has the number in use.
bool taken_by_all(std::optional<int> n, number_pool& here, agreement& all) {
  const bool mine = here.take(*n);
  std::int64_t refused = mine ? 0 : 1;
  all.largest({&refused, 1});
  if (refused && mine) here.give(*n);
  return !refused;
}

std::optional<int> search(number_pool& here, agreement& all) {
  thread_local std::minstd_rand draw{std::random_device{}()};
  while (true) {
    std::vector<std::uint64_t> bits = here.used();
    const std::size_t words = bits.size();
    bits.push_back(all.first() ? draw() : 0);  // where to begin is the first process's to say
    all.any_of(bits);
    const int start = static_cast<int>(bits[words] % static_cast<std::uint64_t>(here.count()));
    const std::optional<int> n = free_from(start, std::span(bits).first(words), here.count());
    if (!n || taken_by_all(n, here, all)) return n;
  }
}

}  // namespace

int number_pool::above_all() const noexcept {
  return words_ == 0 ? 0 : static_cast<int>(words_ - 1) * 64 + std::bit_width(used_[words_ - 1]);
}

void number_pool::mark(int n) noexcept {
  used_[word_of(n)] |= bit_of(n);
  words_ = std::max(words_, word_of(n) + 1);
}

std::optional<int> number_pool::take_next() {
  const std::lock_guard lock(guard_);
  const int n = above_all();
  if (n >= count_) return std::nullopt;
  mark(n);
  return n;
}

bool number_pool::take(int n) {
  const std::lock_guard lock(guard_);
  if ((used_[word_of(n)] & bit_of(n)) != 0) return false;
  mark(n);
  return true;
}

void number_pool::give(int n) {
  const std::lock_guard lock(guard_);
  assert((used_[word_of(n)] & bit_of(n)) != 0);
  used_[word_of(n)] &= ~bit_of(n);
  while (words_ > 0 && used_[words_ - 1] == 0) --words_;
}

std::vector<std::uint64_t> number_pool::used() const {
  const std::lock_guard lock(guard_);
  return used_;
}

std::optional<int> agree_on_number(number_pool& here, bool threads, agreement& all) {
  const std::optional<int> mine = here.take_next();
  const std::int64_t offer = mine.value_or(here.count());
  std::int64_t v[3] = {offer, -offer, threads};  // the largest, the smallest, whether any process has threads
  all.largest(v);
  const int n = static_cast<int>(v[0]);
  if (n < here.count() && v[1] == -v[0]) return n;
  if (mine && *mine != n) here.give(*mine);
  if (n >= here.count()) return search(here, all);

  const bool have = *mine == n || here.take(n);
  if (!v[2]) return n;
  std::int64_t refused = have ? 0 : 1;
  all.largest({&refused, 1});
  if (!refused) return n;
  if (have) here.give(n);
  return search(here, all);
}

}  // namespace tutti::mpi
