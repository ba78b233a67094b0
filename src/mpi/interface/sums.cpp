// Sums that a program makes of its own numbers, for any number of processes: tutti_sum of tutti.h.

#include "exact/sums.hpp"

#include <cmath>
#include <cstring>
#include <iterator>

#include "mpi/data/exact_numbers.hpp"
#include "mpi/library/boundary.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

const exact::sums& doubles() noexcept {
  static const exact::sums& all = *exact::sums_of(exact::number::f64);
  return all;
}

std::byte* bytes_of(tutti_sum* sum) noexcept { return reinterpret_cast<std::byte*>(sum->words); }
const std::byte* bytes_of(const tutti_sum* sum) noexcept {
  return reinterpret_cast<const std::byte*>(sum->words);
}
const std::byte* bytes_of(const double* numbers) noexcept {
  return reinterpret_cast<const std::byte*>(numbers);
}

}  // namespace

void tutti_sum_begin(tutti_sum* sum) { std::memset(sum, 0, sizeof *sum); }

void tutti_sum_add(tutti_sum* sum, const double* numbers, size_t n) {
  static_assert(sizeof(tutti_sum) == 280);
  doubles().add(bytes_of(sum), bytes_of(numbers), n);
}

void tutti_sum_add_products(tutti_sum* sum, const double* a, const double* b, size_t n) {
  double parts[128];
  constexpr std::size_t at_once = std::size(parts) / 2;
  for (std::size_t first = 0; first < n; first += at_once) {
    std::size_t k = 0;
    for (std::size_t i = first; i < n && i < first + at_once; ++i) {
      const double product = a[i] * b[i];
      parts[k++] = product;
      // Infinities and NaN have no error.
      if (std::isfinite(product)) parts[k++] = std::fma(a[i], b[i], -product);
    }
    doubles().add(bytes_of(sum), bytes_of(parts), k);
  }
}

void tutti_sum_merge(tutti_sum* sum, const tutti_sum* other) {
  doubles().merge(bytes_of(other), bytes_of(sum), bytes_of(sum), 1);
}

double tutti_sum_end(const tutti_sum* sum) {
  double rounded = 0;
  doubles().round(bytes_of(sum), reinterpret_cast<std::byte*>(&rounded), 1);
  return rounded;
}

MPI_Datatype tutti_sum_type(void) {
  return bounded([]() -> MPI_Datatype { return sum_type(); }, [](int, bool) { return MPI_DATATYPE_NULL; });
}

MPI_Op tutti_sum_op(void) {
  return bounded([]() -> MPI_Op { return sum_operator(); }, [](int, bool) { return MPI_OP_NULL; });
}

#if defined(MPI_ABI_VERSION)  // it has no functions for Fortran
int tutti_sum_type_f(void) { return MPI_Type_toint(tutti_sum_type()); }
int tutti_sum_op_f(void) { return MPI_Op_toint(tutti_sum_op()); }
#else
int tutti_sum_type_f(void) { return MPI_Type_c2f(tutti_sum_type()); }
int tutti_sum_op_f(void) { return MPI_Op_c2f(tutti_sum_op()); }
#endif
