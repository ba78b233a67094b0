#pragma once

#include <array>
#include <cstddef>

#include "machine/hash.hpp"
#include "mpi/data/kernels.hpp"
#include "mpi/library/abi.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// Kinds of predefined datatypes, from the standard's table of operators (MPI 3.1, 5.9.2); a set of bits.
enum type_kind : unsigned {
  c_integer = 1,
  floating = 2,
  logical = 4,
  complex = 8,
  raw = 16,
  pair = 32,
  multilanguage = 64,
  fortran_integer = 128,
  character = 256,  ///< the standard defines no operator for it
  unlisted = 512,   ///< predefined, but tutti does not know which operators are defined for it
  derived = 0
};

/// Data cached with a datatype until it is freed.
class kept_with_type {
 public:
  virtual ~kept_with_type() = default;
};

struct type_entry {
  datatype layout;
  unsigned kind = derived;
  number as = number::other;
  bool predefined = false;
  mutable const kept_with_type* facts = nullptr;  ///< type_facts, made at the first request
};

/// Returns the entry of a datatype. Null if the datatype must not be used in communication:
/// MPI_DATATYPE_NULL, or not committed. Entries of predefined datatypes are in a table. The entry of a
/// derived datatype is cached as its attribute until it is freed. Thread-safe.
inline const type_entry* look_up(MPI_Datatype type);

/// The MPI datatype of a layout; MPI_PACKED for packed bytes.
inline MPI_Datatype type_of(const datatype& t) noexcept {
  return t.handle == 0 ? MPI_PACKED : handle_of<MPI_Datatype>(t.handle);
}

/// The predefined datatypes by handle: a hash table with open addressing, filled once.
class type_table {
 public:
  /// The entry of a predefined datatype; null for any other.
  [[nodiscard]] const type_entry* find(MPI_Datatype type) const noexcept {
    const place& at = all_[place_of(type)];
    return at.type == type ? at.entry : nullptr;
  }
  /// Fills the table. Later calls do nothing.
  void fill();
  /// Calls does(type, entry) for all predefined datatypes of this MPI library.
  template <class Does>
  void each(Does does) const {
    for (const place& at : all_)
      if (at.entry) does(at.type, *at.entry);
  }

 private:
  struct place {
    MPI_Datatype type{};  // in a free place: not the handle of a datatype
    const type_entry* entry = nullptr;
  };
  /// The index of the datatype, or of the free place where it would be.
  [[nodiscard]] std::size_t place_of(MPI_Datatype type) const noexcept {
    std::size_t k = static_cast<std::size_t>(spread(number_of(type)) >> 56U);
    while (all_[k].type != type && all_[k].entry) [[unlikely]] k = (k + 1) % all_.size();
    return k;
  }
  std::array<place, 256> all_{};
};
extern constinit type_table predefined_types;

/// A communicator with MPI_ERRORS_RETURN, for asking the MPI library if a datatype is committed. Empty before
/// tutti begins and after its end: all datatypes count as committed then.
extern constinit MPI_Comm type_test_comm;

/// The same for any datatype, including derived ones.
const type_entry* look_up_anywhere(MPI_Datatype type);

inline const type_entry* look_up(MPI_Datatype type) {
  if (const type_entry* e = predefined_types.find(type)) [[likely]]
    return e;
  return look_up_anywhere(type);
}

}  // namespace tutti::mpi
