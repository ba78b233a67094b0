#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// Where the bytes of something lie, from an address on: copies of smaller things, down to bytes in a row. It lives longer than the
/// datatype that it was made for.
struct byte_map {
  struct copies {
    std::ptrdiff_t at;                   ///< the first one
    std::ptrdiff_t count;                ///< how many; of bytes in a row, how many bytes
    std::ptrdiff_t stride;               ///< from one to the next
    std::shared_ptr<const byte_map> of;  ///< null: bytes in a row
  };
  std::vector<copies> parts;
  std::ptrdiff_t from = 0, to = 0;  ///< the first byte, and behind the last one

  [[nodiscard]] bool in_a_row() const noexcept { return parts.size() == 1 && !parts[0].of; }
  void add(std::ptrdiff_t at, std::ptrdiff_t count, std::ptrdiff_t stride,
           const std::shared_ptr<const byte_map>& of);
  void add_bytes(std::ptrdiff_t at, std::ptrdiff_t count);

 private:
  void widen(std::ptrdiff_t first, std::ptrdiff_t last) noexcept;
};

/// The footprint of one element; it is kept in type_facts.hpp. Without parts where it cannot be said, or only at great length: then only the ends are known.
std::shared_ptr<const byte_map> map_of(MPI_Datatype type);

}  // namespace tutti::mpi
