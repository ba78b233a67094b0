#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// A hash of a sequence of basic datatypes. Equal sequences have equal hashes, however datatypes describe
/// them. Different sequences have different ones, except with a probability of 2^-60. MPI requires that
/// signatures match, not datatypes and counts.
struct type_signature {
  std::uint64_t hash = 0;    ///< the sequence as the digits of a number, modulo 2^61 - 1
  std::uint64_t weight = 1;  ///< the base to the power of its length
  std::uint64_t bytes = 0;
  bool packed = false;  ///< contains MPI_PACKED, which matches anything of the same number of bytes

  /// This sequence, followed by `next`.
  [[nodiscard]] type_signature then(const type_signature& next) const noexcept;
  [[nodiscard]] type_signature times(std::uint64_t n) const noexcept { return n == 1 ? *this : power(n); }
  /// True if data that are sent with one signature may be received with the other.
  [[nodiscard]] bool matches(const type_signature& other) const noexcept {
    return bytes == other.bytes && (hash == other.hash || packed || other.packed);
  }

 private:
  [[nodiscard]] type_signature power(std::uint64_t n) const noexcept;
};

/// The signature of one element of a datatype. facts_of() caches it.
type_signature signature_of(MPI_Datatype type);

}  // namespace tutti::mpi
