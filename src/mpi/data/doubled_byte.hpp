#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "mpi/data/byte_map.hpp"

namespace tutti::mpi {

/// A byte that is in two parts of memory, or in one part twice. In the latter case, both indices are the
/// same.
struct doubled_byte {
  std::size_t first = 0, second = 0;  ///< indices of the parts, first <= second
  std::ptrdiff_t at = 0;              ///< the byte, relative to the address that the parts are relative to
};

/// States whether a byte may be twice in one of the maps of which the parts are copies.
enum class inner_maps : std::uint8_t { may_double, disjoint };

/// Returns the lowest byte that is in two parts, or in one part twice. Takes the time to sort the parts, and
/// the rows of interleaved parts. Examines about a million rows, so it may miss such a byte if there are more
/// rows. It returns no other byte.
std::optional<doubled_byte> find_doubled(std::span<const byte_map::copies> parts, inner_maps are);

}  // namespace tutti::mpi
