#pragma once

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
  /// The offset, in ints, of data int i of a buffer.
  [[nodiscard]] std::size_t position(std::size_t i) const noexcept;
  /// One unit as an element, without its handle.
  [[nodiscard]] datatype element() const noexcept;
};

/// The first is "contiguous".
std::span<const layout> layouts();
const layout* layout_named(std::string_view name) noexcept;

}  // namespace tutti::measure
