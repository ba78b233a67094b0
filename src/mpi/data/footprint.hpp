#pragma once

#include <cstddef>

#include "mpi/data/byte_map.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {

/// The memory that a call reads, or writes: elements of any datatypes at any addresses.
class footprint {
 public:
  void add(const void* data, std::size_t count, const type_entry& type);
  /// Whether a byte is in both. Data in very many pieces are compared as far as that takes some milliseconds, so that some byte may be
  /// in both and not be found; what is found is there.
  [[nodiscard]] bool meets(const footprint& other) const;

  /// From address 0 on.
  struct row {
    std::ptrdiff_t from = 0, to = 0;
    [[nodiscard]] bool empty() const noexcept { return from >= to; }
  };

 private:
  [[nodiscard]] row ends() const noexcept;

  row first_;      // most calls have nothing but bytes in a row, for which no memory is taken
  byte_map more_;  // from address 0 on, too
};

}  // namespace tutti::mpi
