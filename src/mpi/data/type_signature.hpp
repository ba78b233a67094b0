#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// A sequence of basic datatypes as a number: equal for equal sequences, however they are described, and different for others but
/// with a chance of 2^-60. MPI compares these, not datatypes and counts.
struct type_signature {
  std::uint64_t hash = 0;    ///< the sequence as the digits of a number, modulo 2^61 - 1
  std::uint64_t weight = 1;  ///< the base to the power of its length
  std::uint64_t bytes = 0;
  bool packed = false;  ///< MPI_PACKED is in it, which matches anything of as many bytes

  /// This sequence, then that one.
  [[nodiscard]] type_signature then(const type_signature& next) const noexcept;
  [[nodiscard]] type_signature times(std::uint64_t n) const noexcept { return n == 1 ? *this : power(n); }
  /// Whether what has one may be received as the other.
  [[nodiscard]] bool matches(const type_signature& other) const noexcept {
    return bytes == other.bytes && (hash == other.hash || packed || other.packed);
  }

 private:
  [[nodiscard]] type_signature power(std::uint64_t n) const noexcept;
};

/// The signature of one element of a datatype. It is kept in type_facts.hpp.
type_signature signature_of(MPI_Datatype type);

}  // namespace tutti::mpi
