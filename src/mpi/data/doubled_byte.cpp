#include "mpi/data/doubled_byte.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "mpi/data/byte_rows.hpp"

namespace tutti::mpi {
namespace {

using copies = byte_map::copies;

constexpr std::size_t most_examined = 1U << 20U;

// A row of a part, or the ends of all its rows.
struct part_row : byte_row {
  std::size_t part = 0;
};

byte_row ends_of(const copies& c) noexcept {
  if (c.count <= 0 || (c.of && c.of->from == c.of->to)) return {};
  if (!c.of) return {c.at, c.at + c.count};
  const std::ptrdiff_t last = c.at + (c.count - 1) * c.stride;
  return {std::min(c.at, last) + c.of->from, std::max(c.at, last) + c.of->to};
}

void sort_by_begin(std::vector<part_row>& rows) {
  if (!std::ranges::is_sorted(rows, {}, &part_row::from)) std::ranges::sort(rows, {}, &part_row::from);
}

class search {
 public:
  search(std::span<const copies> parts, inner_maps are) : parts_(parts), maps_(are) {}

  std::optional<doubled_byte> result() {
    std::vector<part_row> all;
    all.reserve(parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k)
      if (const byte_row ends = ends_of(parts_[k]); !ends.empty()) all.push_back({ends, k});
    sort_by_begin(all);
    // Looks at runs of parts whose ends overlap, from the lowest on.
    for (std::size_t k = 0, end = 0; k < all.size(); k = end) {
      std::ptrdiff_t to = all[k].to;
      for (end = k + 1; end < all.size() && all[end].from < to; ++end) to = std::max(to, all[end].to);
      const std::span<const part_row> run(&all[k], end - k);
      if (run.size() == 1 && is_disjoint(parts_[run[0].part])) continue;
      if (const auto found = in_run(run, {run[0].from, to})) return found;
    }
    return {};
  }

 private:
  // True if it is clear, without examining the rows, that no byte is in the part twice.
  bool is_disjoint(const copies& c) {
    if (!c.of) return true;
    if (c.count > 1 && std::abs(c.stride) < c.of->to - c.of->from) return false;
    if (maps_ == inner_maps::disjoint || c.of.get() == last_disjoint_) return true;
    if (find_doubled(c.of->parts, maps_)) return false;
    last_disjoint_ = c.of.get();
    return true;
  }

  std::optional<doubled_byte> in_run(std::span<const part_row> run, byte_row window) {
    std::vector<part_row> rows;
    for (const part_row& one : run) {
      const auto take = [&rows, &one](byte_row r) {
        if (!rows.empty() && rows.back().part == one.part && rows.back().to == r.from)
          rows.back().to = r.to;
        else
          rows.push_back({r, one.part});
      };
      row_walk(window, left_, take).each(parts_[one.part], 0);
    }
    sort_by_begin(rows);
    part_row farthest{{window.from, window.from}, 0};
    for (const part_row& r : rows) {
      if (r.from < farthest.to)
        return doubled_byte{std::min(farthest.part, r.part), std::max(farthest.part, r.part), r.from};
      farthest = r;
    }
    return {};
  }

  std::span<const copies> parts_;
  inner_maps maps_;
  std::size_t left_ = most_examined;
  const byte_map* last_disjoint_ = nullptr;
};

}  // namespace

std::optional<doubled_byte> find_doubled(std::span<const copies> parts, inner_maps are) {
  return search(parts, are).result();
}

}  // namespace tutti::mpi
