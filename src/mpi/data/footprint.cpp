#include "mpi/data/footprint.hpp"

#include <algorithm>
#include <utility>

#include "mpi/data/type_facts.hpp"

namespace tutti::mpi {
namespace {

using row = footprint::row;

// The greatest number of entries examined on each side of a comparison.
constexpr std::size_t most_compared = 1U << 16U;

// The index of the last copy that begins at or below `at`, if copies begin at 0, stride, 2 * stride, ...; -1
// if there is none.
std::ptrdiff_t copies_up_to(std::ptrdiff_t at, std::ptrdiff_t stride) noexcept {
  return at < 0 ? -1 : at / stride;
}

// The bytes of a row and of a map that are in a window, as rows in ascending order.
class rows_in {
 public:
  rows_in(row first, const byte_map& more, row window) : window_(window) {
    take(first.from, first.to);
    look_at(more, 0);
    std::ranges::sort(rows_, {}, &row::from);
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
  void look_at(const byte_map& m, std::ptrdiff_t base) {
    for (const byte_map::copies& c : m.parts) {
      if (left_ == 0) return;
      --left_;
      if (c.of)
        look_at_copies(c, base + c.at);
      else
        take(base + c.at, base + c.at + c.count);
    }
  }
  // Examines only the copies that reach into the window.
  void look_at_copies(const byte_map::copies& c, std::ptrdiff_t base) {
    std::ptrdiff_t first = 0, last = c.count - 1;
    if (c.stride > 0) {
      first = std::max(first, copies_up_to(window_.from - base - c.of->to, c.stride) + 1);
      last = std::min(last, copies_up_to(window_.to - 1 - base - c.of->from, c.stride));
    }
    for (std::ptrdiff_t k = first; k <= last && left_ > 0; ++k, --left_) look_at(*c.of, base + k * c.stride);
  }
  void take(std::ptrdiff_t from, std::ptrdiff_t to) {
    from = std::max(from, window_.from), to = std::min(to, window_.to);
    if (from >= to) return;
    if (!rows_.empty() && rows_.back().to == from)
      rows_.back().to = to;
    else
      rows_.push_back({from, to});
  }

  row window_;
  std::size_t left_ = most_compared;
  std::vector<row> rows_;
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

row footprint::ends() const noexcept {
  if (more_.from == more_.to) return first_;
  if (first_.empty()) return {more_.from, more_.to};
  return {std::min(first_.from, more_.from), std::max(first_.to, more_.to)};
}

bool footprint::meets(const footprint& other) const {
  const row mine = ends(), theirs = other.ends();
  const row window{std::max(mine.from, theirs.from), std::min(mine.to, theirs.to)};
  if (window.empty()) return false;
  if (more_.from == more_.to && other.more_.from == other.more_.to) return true;  // one row each
  return rows_in(first_, more_, window).meet(rows_in(other.first_, other.more_, window));
}

}  // namespace tutti::mpi
