#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "mpi/abi.hpp"
#include "mpi/kernels.hpp"
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
  derived = 0
};

struct type_facts;

struct type_entry {
  datatype layout;
  unsigned kind = derived;
  number as = number::other;
  bool predefined = false;
  mutable const type_facts* facts = nullptr;  ///< see type_facts.hpp
};

/// What is known of a datatype, or null if none may be used in communication: MPI_DATATYPE_NULL, and what was not committed.
/// Predefined types are found in a table; what is learnt of a derived one is kept with it as an attribute until it is freed.
/// Any thread may call.
inline const type_entry* look_up(MPI_Datatype type);

/// Calls `each(type, entry)` for the predefined datatypes that this MPI library has.
void each_predefined(const std::function<void(MPI_Datatype, const type_entry&)>& each);

/// Packed bytes.
inline MPI_Datatype type_of(const datatype& t) noexcept {
  return t.handle == 0 ? MPI_PACKED : handle_of<MPI_Datatype>(t.handle);
}

/// The predefined types, each in the place that its handle gives if no other one is there. Filled by begin().
class predefined_places {
 public:
  struct place {
    MPI_Datatype type{};  ///< of a free place: the handle of no type
    const type_entry* entry = nullptr;
  };
  [[nodiscard]] static std::size_t place_of(MPI_Datatype type) noexcept {
    return static_cast<std::size_t>((number_of(type) * 0x9e3779b97f4a7c15ULL) >> 56U);
  }
  [[nodiscard]] const place& operator[](MPI_Datatype type) const noexcept { return all_[place_of(type)]; }
  void fill();

 private:
  std::array<place, 256> all_{};
};
extern constinit predefined_places predefined_types;

/// Of any type.
const type_entry* look_up_anywhere(MPI_Datatype type);

inline const type_entry* look_up(MPI_Datatype type) {
  const auto& at = predefined_types[type];
  if (at.type == type) [[likely]]
    return at.entry;
  return look_up_anywhere(type);
}

}  // namespace tutti::mpi
