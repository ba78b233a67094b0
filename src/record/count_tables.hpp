#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace tutti::record {

/// Tables of the bytes of blocks, each kept once. Finding a known table allocates nothing.
class count_tables {
 public:
  static constexpr std::int32_t none = -1;
  /// No trace has more counts in its tables.
  static constexpr std::size_t most_counts = std::size_t{1} << 24U;

  /// `room`: the number of counts that the tables may have together.
  explicit count_tables(std::size_t room) noexcept : room_(room) {}
  count_tables() = default;
  /// The index of the table, which is added if it is new. None if there is no room for it.
  std::int32_t place_of(std::span<const std::int64_t> table);

  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  [[nodiscard]] std::span<const std::int64_t> operator[](std::size_t k) const noexcept {
    const std::size_t first = k == 0 ? 0 : ends_[k - 1];
    return std::span(counts_).subspan(first, ends_[k] - first);
  }
  /// The counts of all tables, consecutive, and the end of each table among them.
  [[nodiscard]] const std::vector<std::int64_t>& counts() const noexcept { return counts_; }
  [[nodiscard]] const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }

 private:
  std::size_t room_ = most_counts;
  std::vector<std::int64_t> counts_;
  std::vector<std::uint64_t> ends_;
  std::unordered_multimap<std::uint64_t, std::int32_t> by_hash_;
};

}  // namespace tutti::record
