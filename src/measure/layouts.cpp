#include "measure/layouts.hpp"

#include <algorithm>

#include "text/number.hpp"
#include "text/split.hpp"

namespace tutti::measure {
namespace {

// The lengths of the runs, and the distances to the next one: "tiled:A:B", "alternating:A1:A2:B1:B2".
std::optional<layout> with_numbers(std::string_view name, std::size_t runs, std::span<const int> numbers) {
  if (numbers.size() != 2 * runs) return std::nullopt;
  layout made{.name = name, .summary = "", .runs = {}, .extent = 0};
  for (std::size_t k = 0; k < runs; ++k) {
    const int length = numbers[k], distance = numbers[runs + k];
    if (length < 1 || distance < length) return std::nullopt;
    made.runs.push_back({made.extent, length});
    made.extent += distance;
  }
  return made.ints() < made.extent ? std::optional(std::move(made)) : std::nullopt;
}

}  // namespace

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

std::optional<layout> layout_named(std::string_view name) {
  for (const layout& l : layouts())
    if (l.name == name) return l;
  constexpr int most = 1 << 20;  // ints
  const std::vector<std::string_view> words = split(name, ':');
  std::vector<int> numbers;
  for (const std::string_view word : std::span(words).subspan(1)) {
    const auto n = number_from<int>(word);
    if (!n || *n < 1 || *n > most) return std::nullopt;
    numbers.push_back(*n);
  }
  const auto like = std::ranges::find(layouts(), words[0], &layout::name);
  if (like == layouts().end() || (words[0] != "tiled" && words[0] != "alternating")) return std::nullopt;
  return with_numbers(like->name, like->runs.size(), numbers);
}

bool is_description(std::string_view made) noexcept {
  return std::ranges::find(descriptions, made) != descriptions.end();
}

}  // namespace tutti::measure
