#include "measure/layouts.hpp"

namespace tutti::measure {

int layout::ints() const noexcept {
  int n = 0;
  for (const run& r : runs) n += r.length;
  return n;
}

std::size_t layout::position(std::size_t i) const noexcept {
  const auto per_unit = static_cast<std::size_t>(ints());
  std::size_t inside = i % per_unit, at = i / per_unit * static_cast<std::size_t>(extent);
  for (const run& r : runs) {
    if (inside < static_cast<std::size_t>(r.length)) return at + static_cast<std::size_t>(r.first) + inside;
    inside -= static_cast<std::size_t>(r.length);
  }
  return at;
}

datatype layout::element() const noexcept {
  const auto bytes = [](int n) { return 4 * static_cast<std::size_t>(n); };
  return {.size = bytes(ints()),
          .extent = static_cast<std::ptrdiff_t>(bytes(extent)),
          .true_lb = 4 * runs.front().first,
          .true_extent = bytes(runs.back().first + runs.back().length - runs.front().first),
          .dense = ints() == extent};
}

std::span<const layout> layouts() {
  static const std::vector<layout> all{
      {"contiguous", "ints side by side", {{0, 1}}, 1},
      {"column", "every second int, as a column of a matrix of two", {{0, 1}}, 2},
      {"tiled", "16 of every 32 ints", {{0, 16}}, 32},
      {"alternating", "8 ints of 16, then 24 of 32", {{0, 8}, {16, 24}}, 48},
  };
  return all;
}

const layout* layout_named(std::string_view name) noexcept {
  for (const layout& l : layouts())
    if (l.name == name) return &l;
  return nullptr;
}

}  // namespace tutti::measure
