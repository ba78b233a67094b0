#include "mpi/start/communicator_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace tutti::mpi {

std::optional<int> number_pool::take_below(int end) {
  const std::lock_guard lock(guard_);
  while (full_ < used_.size() && ~used_[full_] == 0) ++full_;
  if (full_ == used_.size()) return std::nullopt;
  const int bit = std::countr_one(used_[full_]), n = static_cast<int>(full_) * 64 + bit;
  if (n >= end) return std::nullopt;
  used_[full_] |= std::uint64_t{1} << static_cast<unsigned>(bit);
  return n;
}

void number_pool::give(int n) {
  const std::size_t word = static_cast<std::size_t>(n) / 64;
  const std::uint64_t bit = std::uint64_t{1} << (static_cast<unsigned>(n) % 64);
  const std::lock_guard lock(guard_);
  assert((used_[word] & bit) != 0);
  used_[word] &= ~bit;
  full_ = std::min(full_, word);
}

}  // namespace tutti::mpi
