#include "mpi/data/types.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "mpi/data/type_contents.hpp"
#include "mpi/library/attribute_key.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi {
namespace {

// The size and the bounds of one element in bytes, for which an int may be too small.
struct extents {
  MPI_Count size = 0, lb = 0, extent = 0, true_lb = 0, true_extent = 0;
  explicit extents(MPI_Datatype type) {
    check(large_type_size(type, &size));
    check(large_type_extent(type, &lb, &extent));
    check(large_type_true_extent(type, &true_lb, &true_extent));
  }
};

// Tests whether the data of one element, and so of n elements, are contiguous and in the order of the type
// map. The constructor of the datatype decides this, because size and extent may also be equal in a datatype
// that permutes its parts.
class density {
 public:
  // True if `type` is dense from its address on; then its extent is its size.
  static bool of(MPI_Datatype type, const extents& is) {
    const bool plain = is.lb == 0 && is.true_lb == 0 && is.extent == is.size && is.true_extent == is.size;
    if (!plain) return false;
    const type_contents c(type);
    return c.named() || made_densely(c);
  }

 private:
  static bool of(MPI_Datatype type) { return of(type, extents(type)); }

  // With these constructors, the data can only be in order, because the datatype is as long as its data and
  // begins at its address. The others (indexed, struct, ...) could permute. They count as not dense, which is
  // correct, and only a little slower.
  static bool made_densely(const type_contents& c) {
    switch (c.combiner) {
      case MPI_COMBINER_DUP:
      case MPI_COMBINER_CONTIGUOUS:
      case MPI_COMBINER_RESIZED: return of(c.types[0]);
      case MPI_COMBINER_VECTOR: return c.integers[2] >= 0 && of(c.types[0]);
      default: return false;
    }
  }
};

// The number type that a kernel uses for this size.
number one_of(std::size_t size, number of_1, number of_2, number of_4, number of_8) {
  return size == 1 ? of_1 : size == 2 ? of_2 : size == 4 ? of_4 : size == 8 ? of_8 : number::other;
}
number signed_of(std::size_t size) { return one_of(size, number::i8, number::i16, number::i32, number::i64); }
number unsigned_of(std::size_t size) {
  return one_of(size, number::u8, number::u16, number::u32, number::u64);
}
number floating_of(std::size_t size) {
  return size == sizeof(float) ? number::f32 : size == sizeof(double) ? number::f64 : number::other;
}
number other_of(std::size_t) { return number::other; }

type_entry describe(MPI_Datatype type, unsigned kind, number (*as)(std::size_t size)) {
  const extents is(type);
  type_entry e;
  e.layout.size = static_cast<std::size_t>(is.size);
  e.layout.extent = static_cast<std::ptrdiff_t>(is.extent);
  e.layout.true_lb = static_cast<std::ptrdiff_t>(is.true_lb);
  e.layout.true_extent = static_cast<std::size_t>(is.true_extent);
  e.layout.dense = density::of(type, is);
  e.layout.handle = number_of(type);
  e.kind = kind;
  e.as = as(e.layout.size);
  return e;
}

// A datatype that is not in the table below. Results of MPI_Type_create_f90_real and similar functions are
// MPI's own datatypes. Their operators are those of the corresponding basic datatype, or of pairs.
type_entry describe_made(MPI_Datatype type) {
  switch (combiner_of(type)) {
    case MPI_COMBINER_F90_REAL: return describe(type, floating, floating_of);
    case MPI_COMBINER_F90_COMPLEX: return describe(type, complex, other_of);
    case MPI_COMBINER_F90_INTEGER: return describe(type, fortran_integer, signed_of);
    case combiner_value_index: return describe(type, pair, other_of);
    case MPI_COMBINER_NAMED: return describe(type, unlisted, other_of);  // MPI_COMPLEX32, ...
    default: return describe(type, derived, other_of);
  }
}

// The predefined types, some of them under two names.
class predefined {
 public:
  predefined() {
    for (MPI_Datatype t : {MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG_INT, MPI_SIGNED_CHAR, MPI_INT8_T,
                           MPI_INT16_T, MPI_INT32_T, MPI_INT64_T})
      add(t, c_integer, signed_of);
    for (MPI_Datatype t : {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8})
      add(t, fortran_integer, signed_of);
    for (MPI_Datatype t : {MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG,
                           MPI_UNSIGNED_LONG_LONG, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T})
      add(t, c_integer, unsigned_of);
    for (MPI_Datatype t : {MPI_AINT, MPI_OFFSET, MPI_COUNT}) add(t, multilanguage, signed_of);
    for (MPI_Datatype t : {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4,
                           MPI_REAL8, MPI_REAL16})
      add(t, floating, floating_of);
    for (MPI_Datatype t : {MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL}) add(t, logical);
    for (MPI_Datatype t : {MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_C_COMPLEX,
                           MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
                           MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX})
      add(t, complex);
    add(MPI_BYTE, raw, unsigned_of);
    for (MPI_Datatype t : {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT,
                           MPI_LONG_DOUBLE_INT, MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER})
      add(t, pair);
    for (MPI_Datatype t : {MPI_CHAR, MPI_CHARACTER}) add(t, character);
    for (MPI_Datatype t : {MPI_WCHAR, MPI_PACKED}) add(t, derived);
  }

  [[nodiscard]] auto& all() const noexcept { return all_; }

 private:
  void add(MPI_Datatype type, unsigned kind, number (*as)(std::size_t size) = other_of) {
    if (type == MPI_DATATYPE_NULL) return;  // MPICH without Fortran
    type_entry& e = all_.emplace_back(type, describe(type, kind, as)).second;
    e.predefined = true;
  }

  std::deque<std::pair<MPI_Datatype, type_entry>> all_;
};

int forget(MPI_Datatype, int, void* kept, void*) {
  const auto* const entry = static_cast<const type_entry*>(kept);
  delete entry->facts;
  delete entry;
  return MPI_SUCCESS;
}

int make_keyval() {
  int keyval = MPI_KEYVAL_INVALID;
  check(PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, forget, &keyval, nullptr));
  return keyval;
}

// MPI has no query for this, but refuses to send an element of an uncommitted datatype, even to
// MPI_PROC_NULL.
bool committed(MPI_Datatype type) {
  const char unread = 0;
  return type_test_comm == MPI_Comm{} ||
         next_pmpi.Send(&unread, 1, type, MPI_PROC_NULL, 0, type_test_comm) == MPI_SUCCESS;
}

const type_entry* kept_by(MPI_Datatype type, int keyval) {
  void* known = nullptr;
  int flag = 0;
  check(PMPI_Type_get_attr(type, keyval, static_cast<void*>(&known), &flag));
  return flag ? static_cast<const type_entry*>(known) : nullptr;
}

const type_entry* look_up_derived(MPI_Datatype type) {
  static constinit attribute_key described_with(make_keyval);
  const int key = described_with.value();
  if (const type_entry* e = kept_by(type, key)) return e;
  if (!committed(type)) return nullptr;
  static std::mutex learning;  // several threads may meet a type for the first time at once
  const std::lock_guard lock(learning);
  if (const type_entry* e = kept_by(type, key)) return e;
  auto fresh = std::make_unique<type_entry>(describe_made(type));
  check(PMPI_Type_set_attr(type, key, fresh.get()));
  return fresh.release();
}

}  // namespace

constinit type_table predefined_types;
constinit MPI_Comm type_test_comm{};

void type_table::fill() {
  static never_destroyed<predefined> known;
  static const bool filled [[maybe_unused]] = [this] {
    for (const auto& [type, entry] : known->all())
      if (place& at = all_[place_of(type)]; !at.entry) at = {type, &entry};
    return true;
  }();
}

const type_entry* look_up_anywhere(MPI_Datatype type) {
  predefined_types.fill();
  if (type == MPI_DATATYPE_NULL) return nullptr;
  if (const type_entry* e = predefined_types.find(type)) return e;
  return look_up_derived(type);
}

}  // namespace tutti::mpi
