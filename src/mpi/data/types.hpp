#pragma once

#include <array>
#include <cstddef>

#include "machine/hash.hpp"
#include "mpi/data/kernels.hpp"
#include "mpi/library/abi.hpp"
#include "tutti/buffer.hpp"

namespace tutti::mpi {

/// Kinds of predefined datatypes, as the standard's table of operators has them (MPI 3.1, 5.9.2); a set of bits.
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
  derived = 0
};

/// What somebody keeps with a datatype, until that is freed.
class kept_with_type {
 public:
  virtual ~kept_with_type() = default;
};

struct type_entry {
  datatype layout;
  unsigned kind = derived;
  number as = number::other;
  bool predefined = false;
  mutable const kept_with_type* facts = nullptr;  ///< type_facts, made when it is first asked for
};

/// What is known of a datatype, or null if none may be used in communication: MPI_DATATYPE_NULL, and what was not committed.
/// Predefined types are found in a table; what is learnt of a derived one is kept with it as an attribute until it is freed.
/// Any thread may call.
inline const type_entry* look_up(MPI_Datatype type);

/// Packed bytes.
inline MPI_Datatype type_of(const datatype& t) noexcept {
  return t.handle == 0 ? MPI_PACKED : handle_of<MPI_Datatype>(t.handle);
}

/// The predefined types, by handle: open addressing in a table that is filled once.
class type_table {
 public:
  /// Null if it is none of them.
  [[nodiscard]] const type_entry* find(MPI_Datatype type) const noexcept {
    const place& at = all_[place_of(type)];
    return at.type == type ? at.entry : nullptr;
  }
  /// By begin(), and before anything is looked up without it. Does nothing when called again.
  void fill();
  /// Calls does(type, entry) for those that this MPI library has.
  template <class Does>
  void each(Does does) const {
    for (const place& at : all_)
      if (at.entry) does(at.type, *at.entry);
  }

 private:
  struct place {
    MPI_Datatype type{};  // of a free place: the handle of no type
    const type_entry* entry = nullptr;
  };
  /// Where it is, or would be.
  [[nodiscard]] std::size_t place_of(MPI_Datatype type) const noexcept {
    std::size_t k = static_cast<std::size_t>(spread(number_of(type)) >> 56U);
    while (all_[k].type != type && all_[k].entry) [[unlikely]] k = (k + 1) % all_.size();
    return k;
  }
  std::array<place, 256> all_{};
};
extern constinit type_table predefined_types;

/// A communicator that returns errors, on which the MPI library is asked whether a datatype is committed. Empty before tutti begins
/// and after its end: then all datatypes are taken to be.
extern constinit MPI_Comm types_tried_on;

/// The entry of any type, a derived one too.
const type_entry* look_up_anywhere(MPI_Datatype type);

inline const type_entry* look_up(MPI_Datatype type) {
  if (const type_entry* e = predefined_types.find(type)) [[likely]]
    return e;
  return look_up_anywhere(type);
}

}  // namespace tutti::mpi
