#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// The positions of bytes relative to an address: copies of smaller maps, down to contiguous bytes. A map may
/// outlive the datatype that it was made for.
struct byte_map {
  struct copies {
    std::ptrdiff_t at;                   ///< the offset of the first copy, in bytes
    std::ptrdiff_t count;                ///< the number of copies, or of contiguous bytes
    std::ptrdiff_t stride;               ///< bytes from one copy to the next
    std::shared_ptr<const byte_map> of;  ///< null: contiguous bytes
  };
  std::vector<copies> parts;
  std::ptrdiff_t from = 0, to = 0;  ///< the first byte, and the end of the last one

  [[nodiscard]] bool in_a_row() const noexcept { return parts.size() == 1 && !parts[0].of; }
  void add(std::ptrdiff_t at, std::ptrdiff_t count, std::ptrdiff_t stride,
           const std::shared_ptr<const byte_map>& of);
  void add_bytes(std::ptrdiff_t at, std::ptrdiff_t count);

 private:
  void widen(std::ptrdiff_t first, std::ptrdiff_t last) noexcept;
};

/// Returns the map of one element, which facts_of() caches. It has only ends and no parts if the constructor
/// of the datatype is unknown or its tables are very long.
std::shared_ptr<const byte_map> map_of(MPI_Datatype type);

}  // namespace tutti::mpi
