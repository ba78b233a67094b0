#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/buffer.hpp"

// How elements of an experiment lie in memory: the basic layouts on which derived datatypes are judged (Carpen-Amarie,
// Hunold, Traeff, EuroMPI 2016). A unit is repeated; numbers count ints of 4 bytes.
namespace tutti::measure {

struct layout {
  struct run {
    int first, length;
  };
  std::string_view name, summary;
  std::vector<run> runs;  ///< what a unit has, ascending
  int extent = 1;         ///< from one unit to the next

  [[nodiscard]] int ints() const noexcept;  ///< of one unit
  /// The offset, in ints, of data int i of a buffer.
  [[nodiscard]] std::size_t position(std::size_t i) const noexcept;
  /// One unit as an element, but for its handle.
  [[nodiscard]] datatype element() const noexcept;
};

/// "contiguous" first.
std::span<const layout> layouts();
const layout* layout_named(std::string_view name) noexcept;

}  // namespace tutti::measure
