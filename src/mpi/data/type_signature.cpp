#include "mpi/data/type_signature.hpp"

#include <utility>

#include "mpi/data/type_contents.hpp"
#include "mpi/data/types.hpp"

namespace tutti::mpi {
namespace {

constexpr std::uint64_t prime = (std::uint64_t{1} << 61U) - 1;
constexpr std::uint64_t base = 0x1d3f84a7c2b96e51 % prime;

std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide all = static_cast<wide>(a) * b;
  const std::uint64_t sum = static_cast<std::uint64_t>(all & prime) + static_cast<std::uint64_t>(all >> 61U);
  return sum >= prime ? sum - prime : sum;
}

type_signature basic(unsigned kind, number as, std::size_t size) noexcept {
  // Integers of C and Fortran match if they have the same size and sign, whatever their names.
  constexpr unsigned whole = c_integer | fortran_integer | multilanguage;
  const unsigned family = (kind & whole) != 0 ? c_integer : kind;
  const std::uint64_t code = ((family * 64ULL + static_cast<unsigned>(as)) * 64 + size) + 1;
  return {.hash = product(code, base), .weight = base, .bytes = size};
}

// A number and an integer, or two numbers: an operand of MPI_MAXLOC.
type_signature pair_of(MPI_Datatype type) {
  const auto of = [](MPI_Datatype one) { return signature_of(one); };
  const std::pair<MPI_Datatype, MPI_Datatype> firsts[] = {{MPI_FLOAT_INT, MPI_FLOAT},
                                                          {MPI_DOUBLE_INT, MPI_DOUBLE},
                                                          {MPI_LONG_INT, MPI_LONG},
                                                          {MPI_SHORT_INT, MPI_SHORT},
                                                          {MPI_LONG_DOUBLE_INT, MPI_LONG_DOUBLE}};
  for (const auto& [both, first] : firsts)
    if (both == type) return of(first).then(of(MPI_INT));
  const std::pair<MPI_Datatype, MPI_Datatype> twice[] = {{MPI_2INT, MPI_INT},
                                                         {MPI_2INTEGER, MPI_INTEGER},
                                                         {MPI_2REAL, MPI_REAL},
                                                         {MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION}};
  for (const auto& [both, one] : twice)
    if (both == type) return of(one).times(2);
  const type_entry* e = look_up(type);
  return basic(e->kind, e->as, e->layout.size);
}

type_signature named(MPI_Datatype type) {
  if (type == MPI_PACKED) return {.hash = 1, .weight = base, .bytes = 1, .packed = true};
  const type_entry* e = look_up(type);
  if (e && e->kind == pair) return pair_of(type);
  int size = 0;
  check(PMPI_Type_size(type, &size));
  return basic(e ? e->kind : derived, e ? e->as : number::other, static_cast<std::size_t>(size));
}

}  // namespace

type_signature type_signature::then(const type_signature& next) const noexcept {
  const std::uint64_t sum = product(hash, next.weight) + next.hash;
  return {.hash = sum >= prime ? sum - prime : sum,
          .weight = product(weight, next.weight),
          .bytes = bytes + next.bytes,
          .packed = packed || next.packed};
}

type_signature type_signature::power(std::uint64_t n) const noexcept {
  if (n == 0) return {};
  type_signature doubled = *this;
  for (; n % 2 == 0; n /= 2) doubled = doubled.then(doubled);
  type_signature all = doubled;
  while ((n /= 2) > 0) {
    doubled = doubled.then(doubled);
    if (n % 2 == 1) all = all.then(doubled);
  }
  return all;
}

type_signature signature_of(MPI_Datatype type) {
  const type_contents c(type);
  if (c.types.empty()) return named(type);
  type_signature all;
  if (c.combiner == MPI_COMBINER_STRUCT) {
    for (std::size_t k = 0; k < c.types.size(); ++k)
      all = all.then(signature_of(c.types[k]).times(static_cast<std::uint64_t>(c.integers[k + 1])));
  } else {  // several elements of one datatype
    MPI_Count size = 0, one = 0;
    check(large_type_size(type, &size));
    check(large_type_size(c.types[0], &one));
    if (one > 0) all = signature_of(c.types[0]).times(static_cast<std::uint64_t>(size / one));
  }
  return all;
}

}  // namespace tutti::mpi
