#pragma once

#include <cstddef>

#include "mpi/data/byte_map.hpp"
#include "mpi/data/byte_rows.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {

/// The memory that a call reads, or writes: elements of any datatypes at any addresses.
class footprint {
 public:
  void add(const void* data, std::size_t count, const type_entry& type);
  /// True if a byte is in both. The comparison ends after some milliseconds, so it may miss a common byte of
  /// data in very many pieces. If it returns true, there is a common byte.
  [[nodiscard]] bool meets(const footprint& other) const;

 private:
  [[nodiscard]] byte_row ends() const noexcept;

  byte_row first_;  // most calls have only contiguous bytes, which need no allocation
  byte_map more_;   // relative to address 0
};

}  // namespace tutti::mpi
