#include "mpi/data/footprint.hpp"

#include <algorithm>
#include <utility>

#include "mpi/data/type_facts.hpp"

namespace tutti::mpi {
namespace {

// The maximum number of entries examined on each side of a comparison.
constexpr std::size_t most_compared = 1U << 16U;

// The bytes of a row and of a map that are in a window, as rows in ascending order.
class rows_in {
 public:
  rows_in(byte_row first, const byte_map& more, byte_row window) {
    std::size_t left = most_compared;
    const row_walk walk(window, left, [this](byte_row r) { take(r); });
    walk.row(first);
    walk.each(more, 0);
    std::ranges::sort(rows_, {}, &byte_row::from);
  }
  [[nodiscard]] bool meet(const rows_in& others) const noexcept {
    auto a = rows_.begin(), b = others.rows_.begin();
    while (a != rows_.end() && b != others.rows_.end()) {
      if (a->from < b->to && b->from < a->to) return true;
      (a->to <= b->to ? a : b)++;
    }
    return false;
  }

 private:
  void take(byte_row r) {
    if (!rows_.empty() && rows_.back().to == r.from)
      rows_.back().to = r.to;
    else
      rows_.push_back(r);
  }

  std::vector<byte_row> rows_;
};

}  // namespace

void footprint::add(const void* data, std::size_t count, const type_entry& type) {
  const datatype& lies = type.layout;
  const auto at = reinterpret_cast<std::ptrdiff_t>(data), n = static_cast<std::ptrdiff_t>(count);
  if (!lies.dense) return more_.add(at, n, lies.extent, facts_of(type).map);
  const std::ptrdiff_t bytes = n * static_cast<std::ptrdiff_t>(lies.size);
  if (bytes == 0) return;
  if (first_.empty())
    first_ = {at, at + bytes};
  else if (first_.to == at)
    first_.to += bytes;
  else
    more_.add_bytes(at, bytes);
}

byte_row footprint::ends() const noexcept {
  if (more_.from == more_.to) return first_;
  if (first_.empty()) return {more_.from, more_.to};
  return {std::min(first_.from, more_.from), std::max(first_.to, more_.to)};
}

bool footprint::meets(const footprint& other) const {
  const byte_row mine = ends(), theirs = other.ends();
  const byte_row window{std::max(mine.from, theirs.from), std::min(mine.to, theirs.to)};
  if (window.empty()) return false;
  if (more_.from == more_.to && other.more_.from == other.more_.to) return true;  // one row each
  return rows_in(first_, more_, window).meet(rows_in(other.first_, other.more_, window));
}

}  // namespace tutti::mpi
