#include "record/count_tables.hpp"

#include <algorithm>

namespace tutti::record {
namespace {

std::uint64_t hash_of(std::span<const std::int64_t> table) noexcept {
  std::uint64_t hash = table.size();
  for (const std::int64_t n : table) hash = (hash ^ static_cast<std::uint64_t>(n)) * 0x9e3779b97f4a7c15ULL;
  return hash ^ hash >> 32U;
}

}  // namespace

std::int32_t count_tables::place_of(std::span<const std::int64_t> table) {
  const std::uint64_t hash = hash_of(table);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto k = first; k != last; ++k)
    if (std::ranges::equal((*this)[static_cast<std::size_t>(k->second)], table)) return k->second;
  if (table.size() > room_ - counts_.size()) return none;
  const auto place = static_cast<std::int32_t>(ends_.size());
  counts_.insert(counts_.end(), table.begin(), table.end());
  ends_.push_back(counts_.size());
  by_hash_.emplace(hash, place);
  return place;
}

}  // namespace tutti::record
