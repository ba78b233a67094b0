#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/buffer.hpp"

// The layouts of an experiment's elements in memory: the basic layouts on which derived datatypes are judged
// (Carpen-Amarie, Hunold, Traeff, EuroMPI 2016). A unit is repeated; numbers count ints of 4 bytes.
namespace tutti::measure {

struct layout {
  struct run {
    int first, length;
  };
  std::string_view name, summary;
  std::vector<run> runs;  ///< the ints of a unit, ascending
  int extent = 1;         ///< ints from one unit to the next

  [[nodiscard]] int ints() const noexcept;  ///< of one unit
  /// The offset, in ints, of int i of the data of a buffer.
  [[nodiscard]] std::size_t position(std::size_t i) const noexcept;
  /// One unit as an element, without its handle.
  [[nodiscard]] datatype element() const noexcept;
};

/// The first is "contiguous".
std::span<const layout> layouts();
/// One of them, or one with other numbers: "tiled:A:B" has A of every B ints, "alternating:A1:A2:B1:B2" A1
/// ints of B1 and then A2 of B2.
std::optional<layout> layout_named(std::string_view name);

/// The constructors of MPI that describe a whole message in a layout with holes, as experiment::made. Without
/// them a type describes one unit, and the message has several.
inline constexpr std::array<std::string_view, 3> descriptions{"vector", "indexed", "struct"};
bool is_description(std::string_view made) noexcept;

}  // namespace tutti::measure
