#include "mpi/data/exact_numbers.hpp"

#include <array>

#include "mpi/library/attribute_key.hpp"
#include "mpi/runtime/user_settings.hpp"

namespace tutti::mpi {
namespace {

template <exact::number Of, std::size_t InElement, bool Short>
void merge(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  const exact::sums& by = *exact::sums_of(Of);
  (Short ? by.merge_short : by.merge)(left, right, into, InElement * n);
}

template <exact::number Of>
void add_pairs(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  exact::sums_of(Of)->sum_two(left, right, into, 2 * n);
}

using kernel_of_operation = decltype(operation::kernel);
template <exact::number Of>
kernel_of_operation merging(std::size_t in_element, bool shorter) {
  if (in_element == 1) return shorter ? merge<Of, 1, true> : merge<Of, 1, false>;
  return shorter ? merge<Of, 2, true> : merge<Of, 2, false>;
}
kernel_of_operation merging(const exact_numbers& of, bool shorter) {
  switch (of.of) {
    case exact::number::f32: return merging<exact::number::f32>(of.in_element, shorter);
    case exact::number::f64: return merging<exact::number::f64>(of.in_element, shorter);
    case exact::number::extended: break;
  }
  return merging<exact::number::extended>(of.in_element, shorter);
}
kernel_of_operation adding_pairs(exact::number of) noexcept {
  switch (of) {
    case exact::number::f32: return add_pairs<exact::number::f32>;
    case exact::number::f64: return add_pairs<exact::number::f64>;
    case exact::number::extended: break;
  }
  return add_pairs<exact::number::extended>;
}

struct made_accumulators {
  made_while_mpi_runs made;
  accumulators all;
  MPI_Datatype type{};
};
// For each type of numbers: for one number in an element, and for two.
using made_for_types = std::array<std::array<made_accumulators, 2>, 3>;
constinit made_for_types made, made_short;

void make(made_accumulators& m, const exact_numbers& of, bool shorter) {
  const std::size_t bytes = (shorter ? of.by->short_bytes : of.by->accumulator_bytes) * of.in_element;
  check(PMPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &m.type));
  check(PMPI_Type_commit(&m.type));
  m.all.layout = {.size = bytes,
                  .extent = static_cast<std::ptrdiff_t>(bytes),
                  .true_extent = bytes,
                  .handle = number_of(m.type)};
  m.all.add = {.kernel = merging(of, shorter)};
}

const accumulators& made_once(made_for_types& all, const exact_numbers& of) {
  made_accumulators& m = all[static_cast<std::size_t>(of.of)][of.in_element - 1];
  m.made.make_once([&] { make(m, of, &all == &made_short); });
  return m.all;
}

constexpr exact_numbers one_double{.by = nullptr, .of = exact::number::f64, .in_element = 1};

constinit made_while_mpi_runs operator_made;
MPI_Op made_operator{};

void add_sums(void* left, void* right, int* n, MPI_Datatype*) {
  auto* const into = static_cast<std::byte*>(right);
  exact::sums_of(exact::number::f64)
      ->merge(static_cast<const std::byte*>(left), into, into, static_cast<std::size_t>(*n));
}

}  // namespace

bool rounds_sums_once() { return user_settings().sums != rounded_once::no; }

exact_numbers exact_numbers_of(const type_entry& type) noexcept {
  if ((type.kind & (floating | complex)) == 0) return {};
  exact_numbers n;
  n.in_element = (type.kind & complex) != 0 ? 2 : 1;
  const std::size_t bytes = type.layout.size / n.in_element;
  const auto handle = handle_of<MPI_Datatype>(type.layout.handle);
  if (bytes == sizeof(float))
    n.of = exact::number::f32;
  else if (bytes == sizeof(double))
    n.of = exact::number::f64;
  else if (handle == MPI_LONG_DOUBLE || handle == MPI_C_LONG_DOUBLE_COMPLEX ||
           handle == MPI_CXX_LONG_DOUBLE_COMPLEX)  // others of this size may be another format
    n.of = exact::number::extended;
  else
    return {};
  n.by = exact::sums_of(n.of);
  return n;
}

operation addition_of(const exact_numbers& of) noexcept {
  return {.kernel = of.in_element == 1 ? of.by->sum_two : adding_pairs(of.of)};
}

const accumulators& accumulators_for(const exact_numbers& of) { return made_once(made, of); }
const accumulators& short_accumulators_for(const exact_numbers& of) { return made_once(made_short, of); }

MPI_Datatype sum_type() {
  exact_numbers one = one_double;
  one.by = exact::sums_of(one.of);
  return handle_of<MPI_Datatype>(accumulators_for(one).layout.handle);
}

MPI_Op sum_operator() {
  constexpr int commutes = 1;
  operator_made.make_once([] { check(PMPI_Op_create(add_sums, commutes, &made_operator)); });
  return made_operator;
}

const operation* exact_operation(MPI_Op op, const type_entry& type) noexcept {
  if (!operator_made.is_made() || op != made_operator) return nullptr;
  const made_accumulators& m = made[static_cast<std::size_t>(exact::number::f64)][0];
  return m.made.is_made() && number_of(m.type) == type.layout.handle ? &m.all.add : nullptr;
}

void free_accumulators() noexcept {
  if (operator_made.unmake()) PMPI_Op_free(&made_operator);
  for (made_for_types* all : {&made, &made_short})
    for (auto& row : *all)
      for (made_accumulators& m : row)
        if (m.made.unmake()) PMPI_Type_free(&m.type);
}

}  // namespace tutti::mpi
