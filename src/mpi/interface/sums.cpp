// Sums that a program computes of its own numbers, for any number of processes: tutti_sum of tutti.h.

#include "exact/sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "exact/processor.hpp"
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

// The maximum number of products computed at once, and the numbers that add up to them: each rounded product,
// and its rounding error.
constexpr std::size_t products_at_once = 64;
using parts_of_products = std::array<double, 2 * products_at_once>;

// Returns the number of parts. Not inlined: see usual_arithmetic.
[[gnu::noinline]] std::size_t multiply(const double* a, const double* b, std::size_t n,
                                       parts_of_products& parts) {
  std::size_t k = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double product = a[i] * b[i];
    parts[k++] = product;
    // Infinities and NaN have no error. An error of 0 would make a sum of -0 to 0.
    const double lost = std::isfinite(product) ? std::fma(a[i], b[i], -product) : 0;
    if (lost != 0) parts[k++] = lost;
  }
  return k;
}

}  // namespace

void tutti_sum_begin(tutti_sum* sum) { std::memset(sum, 0, sizeof *sum); }

void tutti_sum_add(tutti_sum* sum, const double* numbers, size_t n) {
  static_assert(sizeof(tutti_sum) == 280);
  doubles().add(bytes_of(sum), bytes_of(numbers), n);
}

void tutti_sum_add_products(tutti_sum* sum, const double* a, const double* b, size_t n) {
  const exact::usual_arithmetic here;
  parts_of_products parts;
  for (std::size_t first = 0; first < n; first += products_at_once) {
    const std::size_t some = std::min(n - first, products_at_once);
    const std::size_t numbers = multiply(a + first, b + first, some, parts);
    doubles().add(bytes_of(sum), bytes_of(parts.data()), numbers);
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

int tutti_sum_type_f(void) { return fortran_type(tutti_sum_type()); }
int tutti_sum_op_f(void) { return fortran_operator(tutti_sum_op()); }
